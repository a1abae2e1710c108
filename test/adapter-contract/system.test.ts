import { test } from 'vitest';
import { adapterContract } from '../../adapter-testing/adapter-contract.ts';
import { systemKind } from '../../adapters/system/system-adapter.ts';
import { isRecord } from '../../src/core/is-record.ts';

const IN_PROCESS = 'system acts in this process, without an upstream';

const cases = adapterContract({
  kind: systemKind,
  options: () => ({}),
  calls: {},
  longCall: { intent: 'system.sleep', call: { payload: { ms: 600_000, steps: 1000 } } },
  distinct: {
    intent: 'system.sleep',
    call: (number) => ({ payload: { ms: 100 + number, steps: 2 } }),
    numberOf: (result) => (isRecord(result) ? Number(result.slept_ms) - 100 : undefined),
  },
  resources: { leftOut: 'system looks at nothing' },
  world: { leftOut: 'system changes nothing anywhere' },
  upstream: { leftOut: IN_PROCESS },
  badAnswers: { leftOut: IN_PROCESS },
  flood: { leftOut: 'what system gives back is what it was given, or its catalogue' },
  secrets: { leftOut: 'system has no options' },
});

for (const { name, run } of cases) test(name, run);
