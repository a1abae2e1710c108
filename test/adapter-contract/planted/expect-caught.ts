import { expect, onTestFinished, test } from 'vitest';
import { adapterContract } from '../../../adapter-testing/adapter-contract.ts';
import { BOX_KEY, boxSubject } from '../box-subject.ts';
import { serveBox } from '../serve-box.ts';
import type { Fault } from './fault.ts';

/** A whole run of the suite, in which several cases wait as long as the fault lets them. */
const LIMIT_MS = 120_000;
const PATIENCE_MS = 1000;

/** One test a fault: the whole suite is run on the adapter in which it is planted. */
export function expectCaught(faults: readonly Fault[]): void {
  test.for(faults)(
    'an adapter that $fault is caught, by the cases for it alone',
    { timeout: LIMIT_MS },
    async (planted) => {
      const { plant, caughtBy } = planted;
      const box = await serveBox(BOX_KEY);
      onTestFinished(box.close);
      const failed: { readonly name: string; readonly why: string }[] = [];
      for (const { name, run } of adapterContract({ ...boxSubject(box, plant), patienceMs: PATIENCE_MS }))
        await run().catch((thrown: unknown) => failed.push({ name, why: String(thrown) }));
      expect(failed).toEqual(caughtBy.map((name) => ({ name, why: expect.stringContaining('Expected') })));
    },
  );
}
