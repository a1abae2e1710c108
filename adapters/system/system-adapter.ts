import Type from 'typebox';
import type { Adapter, AdapterHost, AdapterKind, Call } from '../../contracts/adapter.ts';
import { describe } from './describe.ts';
import { echo } from './echo.ts';
import { fail } from './fail.ts';
import { sleep } from './sleep.ts';
import type { SystemHost, SystemIntent } from './system-intent.ts';

const ALWAYS: readonly SystemIntent[] = [echo, sleep, describe];

/** Always there, as the target `system`. */
export const systemKind: AdapterKind<object> = {
  kind: 'system',
  options: Type.Object({}, { additionalProperties: false }),
  open: async (_options, host) => openSystemAdapter(host),
};

function openSystemAdapter(host: AdapterHost): Adapter {
  const intents = new Map(
    (host.development ? [...ALWAYS, fail] : ALWAYS).map((intent) => [intent.declaration.key, intent]),
  );
  const ends = new Set<() => void>();
  const onClose = (end: () => void): (() => void) => {
    ends.add(end);
    return () => ends.delete(end);
  };
  const systemHost: SystemHost = { ...host, onClose };
  return {
    intents: [...intents.values()].map((intent) => intent.declaration),
    resourceTypes: [],
    probe: (resource) => {
      throw new Error(`The system adapter has no resources of type ${resource.type}`);
    },
    execute: (call) => find(intents, call).execute(call, systemHost),
    health: () => ({ status: 'healthy' }),
    close: async () => {
      for (const end of ends) end();
    },
  };
}

function find(intents: ReadonlyMap<string, SystemIntent>, call: Call): SystemIntent {
  const intent = intents.get(call.intentKey);
  if (intent === undefined) throw new Error(`The system adapter has no intent ${call.intentKey}`);
  return intent;
}
