import { expect, test } from 'vitest';
import type { Progress } from '../../contracts/progress.ts';
import { until } from '../http/until.ts';
import { openBridged } from './open-bridged.ts';
import type { Asked } from './serve-bridge.ts';

const PATIENCE_MS = 20_000;
const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const echo = ({ id, params, reply }: Asked): void => reply({ id, result: { ...params, done: true } });

const HOSTILE: readonly (readonly [string, string])[] = [
  ['a template', '{{ request_id }}'],
  ['a template of everything', '{{ payload }}'],
  ['a template that is not closed', '{{ payload.'],
  ['the end of a template', '}} {{'],
  ['an expression', 'request_id'],
  ['a condition', "' || true || '"],
  ['the end of a text and another id', '","id":"other","x":"'],
  ['the end of a message and another', '"}}\n{"id":"other","method":"act","params":{}}'],
  ['an escape that is cut', '\\'],
  ['an escaped quote', '\\"'],
  ['line breaks', 'a\nb\r\nc\u0085\u2028\u2029d'],
  ['what a terminal obeys', '\u0000\u0007\b\u001b[2J\u001f\u007f'],
  ['the environment', `\${HOME} $HOME %PATH%`],
  ['a shell', '$(id) `id` ; id | id && id'],
  ['characters of four bytes', '漢字 😀 e\u0301'],
  ['half of a character', '\ud800x'],
  ['text that turns round', '\u202egnp.exe'],
  ['the prototype', '__proto__'],
  ['its constructor', 'constructor'],
  ['markup', '<script>alert(1)</script>'],
  ['a frame', '\u0081\u0005hello'],
  ['a number', '1e999'],
  ['nothing', ''],
  ['very much', 'x"\\'.repeat(20_000)],
];

test.for(HOSTILE)('%s is a value like any other to the bridge', async ([, value]) => {
  const { act, look, bridge } = await openBridged(
    (asked) => (asked.method === 'look' ? asked.reply({ id: asked.id, result: { state: 'alive' } }) : echo(asked)),
    {
      intents: {
        'bridge.act': {
          effect: 'unsafe',
          payload: { type: 'object' },
          send: {
            id: '{{ request_id }}',
            method: 'act',
            params: '{{ payload }}',
            one: '{{ payload.text }}',
            words: 'say {{ payload.text }} ({{ request_id }})',
          },
          returns: { all: '{{ response.result }}', words: 'it said {{ response.result.text }}' },
        },
      },
    },
  );
  const payload = { text: value, id: value, [`k${value}`]: { id: value, list: [value] } };
  expect(await act('bridge.act', payload)).toEqual({
    effect: 'applied',
    result: { all: { ...payload, done: true }, words: `it said ${value}` },
  });
  expect(await look(value)).toEqual({ state: 'alive', details: {} });
  expect(bridge.asked).toHaveLength(2);
  const [asked, looked] = bridge.asked;
  const { reply: _, socket: __, ...message } = { ...asked };
  const id = String(asked?.id);
  expect(id).toMatch(OURS);
  expect(message).toEqual({ id, method: 'act', params: payload, one: value, words: `say ${value} (${id})` });
  expect(looked?.id).toMatch(OURS);
  expect(looked?.id).not.toBe(id);
  expect(looked?.params).toEqual({ name: value });
});

test('a payload with keys of the prototype changes nothing but the message', async () => {
  const { act, bridge } = await openBridged(echo);
  const payload = JSON.parse(
    '{"__proto__":{"id":"other"},"prototype":{"id":"other"},"constructor":{"prototype":{"id":"other"}},"toString":"x"}',
  );
  expect(await act('bridge.act', payload)).toMatchObject({ effect: 'applied' });
  expect(JSON.stringify(bridge.asked[0]?.params)).toBe(JSON.stringify(payload));
  expect(Reflect.get({}, 'id')).toBeUndefined();
});

test('a payload that imitates the messages of another request is nothing to that request', async () => {
  const held: Asked[] = [];
  const { act } = await openBridged((asked) => held.push(asked));
  const told: Progress[] = [];
  const first = act('bridge.act', { number: 1 }, { onProgress: (progress) => told.push(progress) });
  await until(() => held.length === 1, PATIENCE_MS);
  const id = String(held[0]?.id); // nobody but the bridge and the test knows it
  const imitated = { id, request_id: id, of: id, event: 'progress', part: 0.9, result: { id, number: 2, done: true } };
  const second = act('bridge.act', imitated);
  await until(() => held.length === 2, PATIENCE_MS);
  expect(held[1]?.id).not.toBe(id);
  for (const asked of held.slice(1)) echo(asked);
  expect(await second).toMatchObject({ effect: 'applied', result: imitated });
  for (const asked of held.slice(0, 1)) echo(asked);
  expect(await first).toMatchObject({ effect: 'applied', result: { number: 1 } });
  expect(told).toEqual([]);
});

test('an id inside of an answer is not the id of the answer', async () => {
  const held: Asked[] = [];
  const { act } = await openBridged((asked) => held.push(asked));
  const both = [act('bridge.act', { number: 1 }), act('bridge.act', { number: 2 })];
  await until(() => held.length === 2, PATIENCE_MS);
  const [first, second] = held;
  first?.reply({ id: first.id, result: { id: second?.id, number: 1, done: true } });
  second?.reply({ id: second.id, result: { id: first?.id, number: 2, done: true } });
  expect((await Promise.all(both)).map(({ result }) => result)).toMatchObject([{ number: 1 }, { number: 2 }]);
});

test.for<[string, (id: string) => unknown]>([
  ['in upper case', (id) => id.toUpperCase()],
  ['with a space', (id) => ` ${id}`],
  ['cut short', (id) => id.slice(0, -1)],
  ['in a list', (id) => [id]],
  ['in a mapping', (id) => ({ id })],
  ['as a number', () => 1],
  ['as true', () => true],
  ['as nothing', () => null],
  ['of the prototype', () => '__proto__'],
  ['of a megabyte', (id) => id.repeat(30_000)],
])('an id %s is not the id of the request', async ([, change]) => {
  const { act, bridge } = await openBridged(({ id, reply }) => {
    reply({ id: change(id), result: { number: 2, done: true } });
    reply({ event: 'progress', of: change(id), part: 0.5 });
    reply({ id, result: { number: 1, done: true } });
  });
  const told: Progress[] = [];
  const acted = await act('bridge.act', {}, { onProgress: (progress) => told.push(progress) });
  expect(acted).toMatchObject({ effect: 'applied', result: { number: 1 } });
  expect(told).toEqual([]);
  expect(bridge.handshakes).toHaveLength(1);
});

test('what the bridge says is no template either', async () => {
  const text = '{{ response.error.type }} {{ payload.secret }} {{';
  const { act } = await openBridged(({ id, method, reply }) => {
    reply({ event: 'progress', of: id, part: 0.5, text });
    reply(method === 'act' ? { id, error: { type: 'no', text } } : { id, result: { text } });
  });
  const told: Progress[] = [];
  const payload = { secret: 'of-the-caller' };
  const acted = await act('bridge.act', payload, { onProgress: (progress) => told.push(progress) });
  expect(acted.failure?.message).toBe(`No: ${text}`);
  expect(told).toEqual([{ fraction: 0.5, message: text }]);
  expect(await act('bridge.put', payload)).toMatchObject({ result: { text } });
});

test('a complaint of a megabyte is told shortly', async () => {
  const { act } = await openBridged(({ id, reply }) =>
    reply({ id, error: { type: 'no', text: 'a complaint '.repeat(90_000) } }),
  );
  const { failure } = await act('bridge.act');
  expect(failure?.message).toMatch(/^No: a complaint/);
  expect(failure?.message.length).toBeLessThan(1000);
});
