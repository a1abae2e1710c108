import Type, { type Static } from 'typebox';
import { Pool } from 'undici';
import type { Acted, Adapter, AdapterHost, AdapterKind, Call, IntentDeclaration } from '../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import { isRecord } from '../../src/core/is-record.ts';

const MOST_BYTES = 65_536;

const BoxOptions = Type.Object({ origin: Type.String(), key: Type.String() }, { additionalProperties: false });
export type BoxOptions = Static<typeof BoxOptions>;

const Result = Type.Object({ number: Type.Integer(), letters: Type.Integer() }, { additionalProperties: false });

const declare = (key: string, effect: IntentDeclaration['effect'], payload: IntentDeclaration['payload']) => ({
  key,
  title: key,
  description: 'Asks the letter box.',
  effect,
  actions: ['ask'],
  requires: [],
  payload,
  result: Result,
  example: { payload: { number: 1 }, resources: [] },
});

const INTENTS = [
  declare(
    'box.read',
    'read',
    Type.Object({ number: Type.Integer(), path: Type.Optional(Type.Enum(['/letters', '/garbage', '/flood'])) }),
  ),
  declare('box.write', 'unsafe', Type.Object({ number: Type.Integer() })),
  declare('box.hold', 'unsafe', Type.Object({ number: Type.Integer() })),
];

/** What a planted fault makes of an adapter that keeps the contract. */
export type Plant = (good: Adapter, host: AdapterHost, options: BoxOptions) => Adapter;

/** An adapter kind that keeps every promise of the contract, unless a fault is planted in it. */
export function boxKind(plant: Plant = (good) => good): AdapterKind<BoxOptions> {
  return {
    kind: 'box',
    options: BoxOptions,
    open: async (options, host) => plant(openBox(options), host, options),
  };
}

function openBox({ origin, key }: BoxOptions): Adapter {
  const pool = new Pool(origin, { headersTimeout: 0, bodyTimeout: 0 });
  let closing: Promise<void> | undefined;
  const ask = (method: 'GET' | 'POST', path: string, signal: AbortSignal) =>
    askBox(pool, { method, path, signal, headers: { 'x-key': key } });
  return {
    intents: INTENTS,
    resourceTypes: [
      { type: 'flag', description: 'The flag.', states: ['up', 'down'], identifier: 'Any name.', cacheable: false },
    ],
    probe: async (resource, _call, signal) => {
      const answer = await ask('GET', resource.identifier === 'slow' ? '/hold' : '/letters', signal);
      return isFailure(answer) ? answer : { state: String(answer.flag) };
    },
    execute: (call) => act(call, ask),
    health: async () => {
      const answer = await ask('GET', '/letters', AbortSignal.timeout(500));
      return isFailure(answer) ? { status: 'unhealthy', detail: answer.message } : { status: 'healthy' };
    },
    close: () => {
      closing ??= pool.destroy();
      return closing;
    },
  };
}

type Ask = (method: 'GET' | 'POST', path: string, signal: AbortSignal) => Promise<Record<string, unknown> | Failure>;

async function act(call: Call, ask: Ask): Promise<Acted> {
  if (call.signal.aborted) return { effect: 'none', failure: failure('cancelled', 'Not begun') };
  const { number, path = '/letters' } = call.payload;
  const isRead = call.intentKey === 'box.read';
  call.progress({ message: `asking for ${number}` });
  const answer =
    call.intentKey === 'box.write'
      ? await ask('POST', '/letters', call.signal)
      : await ask('GET', isRead ? String(path) : '/hold', call.signal);
  if (!isFailure(answer))
    return { effect: isRead ? 'none' : 'applied', result: { number: Number(number), letters: Number(answer.letters) } };
  const isSure = isRead || answer.details?.arrived === false;
  return { effect: isSure ? 'none' : 'unknown', failure: answer };
}

async function askBox(pool: Pool, request: Parameters<Pool['request']>[0]): Promise<Record<string, unknown> | Failure> {
  try {
    const { body } = await pool.request(request);
    let text = '';
    for await (const chunk of body.setEncoding('utf8')) {
      text += chunk;
      if (text.length > MOST_BYTES) return failure('adapter_misbehaved', 'The box answers without end');
    }
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : failure('adapter_misbehaved', 'Expected an object of the box');
  } catch (thrown) {
    return translate(thrown);
  }
}

function translate(thrown: unknown): Failure {
  if (thrown instanceof SyntaxError) return failure('adapter_misbehaved', 'Expected JSON of the box');
  if (thrown instanceof Error && thrown.name === 'AbortError') return failure('cancelled', 'Stopped');
  const isRefused = thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNREFUSED';
  return failure('adapter_unavailable', 'The box is not there', { details: { arrived: !isRefused } });
}
