import { expect, test } from 'vitest';
import type { AdapterKind } from '../../contracts/adapter.ts';
import type { JsonValue } from '../../contracts/json.ts';
import { createLab, LAB_TARGET } from '../fixtures/lab-kind.ts';
import { openTestService } from '../open-test-service.ts';
import { goodRequest } from './good-request.ts';
import { send } from './send.ts';

test('an act whose result can not be written may have been done, and its answer says so', async () => {
  const lab = createLab().kinds.get('lab');
  if (lab === undefined) throw new Error('There is no lab');
  let deep: JsonValue = [];
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  const kind: AdapterKind = {
    ...lab,
    open: async (options, host) => {
      const adapter = await lab.open(options, host);
      const intents = adapter.intents.map((intent) => ({ ...intent, result: {} }));
      return { ...adapter, intents, execute: async () => ({ effect: 'applied', result: deep }) };
    },
  };
  const service = await openTestService({ targets: [LAB_TARGET] }, { kinds: new Map([['lab', kind]]) });
  const { outcome } = await send(service.origin, goodRequest(service.settings, 'lab.act'));
  expect(outcome).toMatchObject({ effect: 'unknown', error: { code: 'internal' } });
});
