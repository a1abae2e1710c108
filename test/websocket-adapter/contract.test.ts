import { afterAll, beforeAll, test } from 'vitest';
import { adapterContract } from '../../adapter-testing/adapter-contract.ts';
import { websocketKind } from '../../adapters/websocket/websocket-adapter.ts';
import type { WebSocketOptions } from '../../adapters/websocket/websocket-options.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { type Asked, type ServedBridge, serveBridge } from './serve-bridge.ts';

const MANY_CHARACTERS = 17 * 1024 * 1024;
const SECRET = 'a-token-that-nobody-is-told';

const things = new Map<string, string>();
let onHang = (): void => {};
let bridge: ServedBridge;

function answer({ id, method, params, reply }: Asked): void {
  const name = String(params.name ?? '');
  if (method === 'hang' || name === 'slow') onHang();
  else if (method === 'flood') reply({ id, result: 'x'.repeat(MANY_CHARACTERS) });
  else if (method === 'garbage') {
    reply('{"id":');
    reply(Buffer.from([0, 1, 2]));
    reply({ id });
  } else if (method !== 'cancel') {
    if (method === 'make') things.set(name, 'made');
    reply({ event: 'progress', of: id, part: 0.5, text: name });
    setTimeout(reply, Math.random() * 20, { id, result: { name, state: things.get(name) ?? 'absent' } });
  }
}

beforeAll(async () => {
  bridge = await serveBridge(answer);
});
afterAll(() => bridge.close());

const named = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};
const thing = {
  type: 'object',
  properties: { name: { type: 'string' }, state: { type: 'string' } },
  required: ['name', 'state'],
};
const send = (method: string) => ({ id: '{{ request_id }}', method, params: '{{ payload }}' });
const returns = '{{ response.result }}';
const progress = { fraction: 'message.part', message: '{{ message.text }}' };

const cases = adapterContract({
  kind: websocketKind,
  options: (): WebSocketOptions => ({
    url: bridge.url,
    bearer: SECRET,
    answer: { id: 'message.id' },
    event: { when: 'has(message.event)', id: 'message.of' },
    cancel: { id: '{{ request_id }}', method: 'cancel', params: {} },
    max_message_bytes: 1_048_576,
    intents: {
      'thing.read': {
        effect: 'read',
        payload: named,
        result: thing,
        send: send('read'),
        returns,
        progress,
        example: { payload: { name: 'one' } },
      },
      'thing.make': {
        effect: 'idempotent',
        payload: named,
        result: thing,
        send: send('make'),
        returns,
        verify: "response.result.state == 'made'",
        example: { payload: { name: 'two' } },
      },
      'thing.hang': { effect: 'unsafe', send: send('hang') },
      'thing.flood': { effect: 'read', send: send('flood') },
      'thing.garbage': { effect: 'read', send: send('garbage'), returns },
    },
    resource_types: {
      thing: {
        states: ['absent', 'made'],
        send: { id: '{{ request_id }}', method: 'look', params: { name: '{{ resource.identifier }}' } },
        state: 'response.result.state',
      },
    },
  }),
  calls: {
    'thing.hang': { leftOut: 'its answer never comes' },
    'thing.flood': { leftOut: 'its answer is larger than a message may be' },
    'thing.garbage': { leftOut: 'its answer makes no sense' },
  },
  longCall: {
    intent: 'thing.hang',
    call: { payload: {} },
    begun: () =>
      new Promise((resolve) => {
        onHang = resolve;
      }),
  },
  distinct: {
    intent: 'thing.read',
    call: (number) => ({ payload: { name: `number-${number}` } }),
    numberOf: (result) => (isRecord(result) ? Number(String(result.name).replace('number-', '')) : undefined),
    numberOfProgress: ({ message }) => Number(message?.replace('number-', '')),
  },
  resources: {
    looks: [
      { resource: { type: 'thing', identifier: 'two', state: 'made' } },
      { resource: { type: 'thing', identifier: 'nowhere', state: 'absent' } },
    ],
    slow: { resource: { type: 'thing', identifier: 'slow', state: 'made' } },
  },
  world: () => Object.fromEntries(things),
  upstream: { stop: () => bridge.stop(), start: () => bridge.start() },
  badAnswers: [{ intent: 'thing.garbage', call: { payload: {} } }],
  flood: { intent: 'thing.flood', call: { payload: {} } },
  secrets: [SECRET],
});

for (const { name, run } of cases) test(name, { timeout: 120_000 }, run);
