import { expect, test } from 'vitest';
import type { AdapterKind } from '../../contracts/adapter.ts';
import { createLab, LAB_TARGET } from '../fixtures/lab-kind.ts';
import { openTestService } from '../open-test-service.ts';

test('an adapter that never closes does not keep the service from its end', async () => {
  const lab = createLab().kinds.get('lab');
  if (lab === undefined) throw new Error('There is no lab');
  const clinging: AdapterKind = {
    ...lab,
    open: async (options, host) => ({ ...(await lab.open(options, host)), close: () => new Promise(() => {}) }),
  };
  const kinds = new Map([['lab', clinging]]);
  const service = await openTestService({ targets: [LAB_TARGET] }, { kinds });
  await expect(service.close()).resolves.toBeUndefined();
}, 30_000);
