import { Agent, request } from 'node:http';
import Type, { type Static } from 'typebox';
import type { Acted, AdapterKind, Call, IntentDeclaration } from '../../contracts/adapter.ts';
import { FAILURE_KINDS, failure } from '../../contracts/failure.ts';

const WireOptions = Type.Object(
  { origin: Type.String(), outages: Type.Array(Type.Enum(FAILURE_KINDS)) },
  { additionalProperties: false },
);
type WireOptions = Static<typeof WireOptions>;

const declare = (key: string, effect: IntentDeclaration['effect']): IntentDeclaration => ({
  key,
  title: key,
  description: 'One POST to a fake upstream.',
  effect,
  actions: ['act'],
  requires: [],
  payload: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  result: Type.Object({ done: Type.Integer() }, { additionalProperties: false }),
  example: { payload: { id: 'a' }, resources: [] },
});

const INTENTS = [declare('wire.read', 'read'), declare('wire.put', 'idempotent'), declare('wire.pay', 'unsafe')];

/** An adapter that reaches its upstream over real sockets, and says of each failure what may have been done. */
export const wireKind: AdapterKind<WireOptions> = {
  kind: 'wire',
  options: WireOptions,
  open: async ({ origin, outages }) => {
    const agent = new Agent({ keepAlive: false });
    return {
      intents: INTENTS,
      resourceTypes: [],
      ...(outages.length > 0 && { outages }),
      probe: () => failure('adapter_misbehaved', 'The wire has no resources'),
      execute: (call) => act(origin, agent, call),
      health: () => ({ status: 'healthy' }),
      close: async () => agent.destroy(),
    };
  },
};

export const WIRE_KINDS: ReadonlyMap<string, AdapterKind> = new Map([[wireKind.kind, wireKind]]);

function act(origin: string, agent: Agent, call: Call): Promise<Acted> {
  const doubt = call.intentKey === 'wire.read' ? 'none' : 'unknown';
  return new Promise((resolve) => {
    const { id } = call.payload as { readonly id: string }; // `as`: the core checked it against the schema above
    const outgoing = request(`${origin}/${id}`, { method: 'POST', agent, signal: call.signal }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.once('end', () => resolve(readAnswer(text, doubt)));
      incoming.once('error', () => resolve({ effect: doubt, failure: reset(), transient: true }));
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (call.signal.aborted) resolve({ effect: doubt, failure: failure('cancelled', 'Stopped') });
      else if (error.code === 'ECONNREFUSED') {
        resolve({ effect: 'none', failure: failure('adapter_unavailable', 'Nobody listens at the upstream') });
      } else resolve({ effect: doubt, failure: reset(), transient: true });
    });
    outgoing.end();
  });
}

const reset = () => failure('adapter_failed', 'The upstream broke the connection off');

function readAnswer(text: string, effect: 'none' | 'unknown'): Acted {
  try {
    return { effect: effect === 'none' ? 'none' : 'applied', result: JSON.parse(text) };
  } catch {
    return { effect, failure: failure('adapter_misbehaved', 'The upstream answered with something that is no JSON') };
  }
}
