import { setTimeout as delay } from 'node:timers/promises';
import type { Acted } from '../../contracts/adapter.ts';
import type { AdapterSubject, Attempt } from '../adapter-subject.ts';
import { beginLongCall } from '../begin-long-call.ts';
import { onBench, type Running, show } from '../bench.ts';
import { type ContractCase, caseWith, expectNone } from '../contract-case.ts';
import { settlesWithin } from '../settles-within.ts';

/** How long is listened for what comes after the end. */
const SILENCE_MS = 300;

export function stoppingCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  const { longCall } = subject;
  return [
    caseWith(
      longCall,
      'an aborted call ends at once as `cancelled`, with its effect, and nothing more comes of it',
      (long) =>
        onBench(subject, async (bench) => {
          const running = await beginLongCall(bench, long);
          running.abort();
          const acted = actedOf(await bench.inTime('a call that was aborted', running.ended));
          expectCancelled(acted);
          if (running.effectClass === 'read' && acted.effect !== 'none')
            throw new Error(`Expected the effect "none" of ${long.intent}, which reads, found "${acted.effect}"`);
          await delay(SILENCE_MS);
          expectSilence(long.intent, running.toldLate);
        }),
    ),
    caseWith(longCall, 'a call that was aborted before it began does nothing', (long) =>
      onBench(subject, async (bench) => {
        const running = bench.begin(long.intent, await bench.ready(long.call), true);
        const acted = actedOf(await bench.inTime('a call that was aborted before', running.ended));
        expectCancelled(acted);
        if (acted.effect !== 'none') throw new Error(`Expected the effect "none", found "${acted.effect}"`);
      }),
    ),
    {
      name: 'nothing more comes of a call that has ended',
      run: () =>
        onBench(subject, async (bench) => {
          const calls: Running[] = [];
          for (const { intent, working } of await bench.readyCalls()) {
            const running = bench.begin(intent.key, working);
            if (await settlesWithin(running.ended, bench.workingMs)) calls.push(running);
          }
          await delay(SILENCE_MS);
          for (const { call, toldLate } of calls) expectSilence(call.intentKey, toldLate);
        }),
    },
  ];
}

function actedOf({ acted, problem }: Attempt): Acted {
  if (acted === undefined) throw new Error(problem);
  return acted;
}

function expectCancelled(acted: Acted): void {
  if (acted.failure?.kind !== 'cancelled') throw new Error(`Expected the failure cancelled, found ${show(acted)}`);
}

function expectSilence(intent: string, toldLate: readonly object[]): void {
  expectNone(
    toldLate.length === 0
      ? []
      : [
          `Expected no progress of ${intent} after its end, found ${toldLate.length} reports, first ${show(toldLate[0])}`,
        ],
  );
}
