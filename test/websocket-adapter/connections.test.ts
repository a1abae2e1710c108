import { expect, onTestFinished, test } from 'vitest';
import { until } from '../http/until.ts';
import { bridgeOptions, openAdapter, openBridged } from './open-bridged.ts';
import { type Asked, serveBridge } from './serve-bridge.ts';

const PATIENCE_MS = 20_000;
const TOKEN = 'a-token-of-ours';
const echo = ({ id, params, reply }: Asked): void => reply({ id, result: { ...params, done: true } });
const hello = { send: { id: 'hello', method: 'hello', params: { token: TOKEN } }, until: 'message.type == "welcome"' };

test('the greeting is said anew on each connection, and answers of other kinds are passed over until then', async () => {
  const { bridge, act } = await openBridged(
    (asked) => {
      if (asked.method !== 'hello') return echo(asked);
      for (const noise of [Buffer.from([1]), '{"type":', 'null', '[]', { type: 'wait' }, { type: 'welcome' }])
        asked.reply(noise);
    },
    { hello },
  );
  expect(await act('bridge.act')).toMatchObject({ effect: 'applied' });
  for (const socket of bridge.sockets) socket.terminate();
  await until(async () => (await act('bridge.act')).effect === 'applied', PATIENCE_MS);
  expect(bridge.asked.map(({ method }) => method)).toEqual(['hello', 'act', 'hello', 'act']);
});

test('a bridge that never answers the greeting is asked for nothing else', async () => {
  const { bridge, act, adapter } = await openBridged(() => undefined, { hello });
  await until(async () => (await act('bridge.act')).failure?.message.includes('within 3000 ms') === true, PATIENCE_MS);
  expect(await act('bridge.act')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  expect(await adapter.health()).toMatchObject({ status: 'unhealthy' });
  expect(new Set(bridge.asked.map(({ method }) => method))).toEqual(new Set(['hello']));
});

test('a bridge that refuses the greeting is quoted, without what it was told', async () => {
  const { act, adapter, log } = await openBridged(({ socket }) => socket.close(4401, `unknown: ${TOKEN}`), { hello });
  await until(async () => (await act('bridge.act')).failure?.message.includes('4401') === true, PATIENCE_MS);
  expect(await act('bridge.act')).toMatchObject({
    effect: 'none',
    failure: { message: expect.stringContaining('code 4401 (unknown: ***)') },
  });
  expect(JSON.stringify([await act('bridge.act'), await adapter.health(), log])).not.toContain(TOKEN);
});

test('a bridge that closes each connection at once is not run at', async () => {
  const startedMs = performance.now();
  const { bridge, act, log } = await openBridged(echo, {}, { greet: (socket) => socket.close(1013) });
  await until(() => bridge.handshakes.length >= 6, PATIENCE_MS);
  // 50 + 100 + 200 + 400 + 500 ms are the least that is waited in between.
  expect(performance.now() - startedMs).toBeGreaterThan(1200);
  expect(await act('bridge.act')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  expect(log).toMatchObject([{ message: 'the bridge is not connected' }]);
});

test('messages to nobody fill no log, however many they are', async () => {
  const { act, adapter, log } = await openBridged((asked) => {
    for (let count = 0; count < 10_000; count += 1) asked.reply({ note: count });
    echo(asked);
  });
  expect(await act('bridge.act', { number: 1 })).toMatchObject({ effect: 'applied', result: { number: 1 } });
  await adapter.close();
  expect(log.map(({ fields }) => fields)).toEqual([{ dropped: { unmatched: 1 } }, { dropped: { unmatched: 9999 } }]);
});

test('an answer in bytes is none, even where they are JSON', async () => {
  const { act } = await openBridged((asked) => {
    asked.reply(Buffer.from(JSON.stringify({ id: asked.id, result: { number: 2, done: true } })));
    echo(asked);
  });
  expect(await act('bridge.act', { number: 1 })).toMatchObject({ effect: 'applied', result: { number: 1 } });
});

test('no compression is agreed to: some bytes of it become gigabytes', async () => {
  const { act, bridge } = await openBridged(echo, {}, { perMessageDeflate: { threshold: 0 } });
  expect(await act('bridge.act')).toMatchObject({ effect: 'applied' });
  expect(bridge.handshakes[0]?.headers).not.toHaveProperty('sec-websocket-extensions');
});

test('a message may be as large as is allowed, in both directions', async () => {
  const { act, bridge } = await openBridged(
    ({ id, method, reply }) => {
      const answer = JSON.stringify({ id, result: { done: true } });
      reply(method === 'act' ? answer.padEnd(4096) : answer.padEnd(4097));
    },
    { max_message_bytes: 4096 },
  );
  expect(await act('bridge.act')).toMatchObject({ effect: 'applied' });
  const rest = 4096 - JSON.stringify({ id: bridge.asked[0]?.id, method: 'act', params: { x: '' } }).length;
  expect(await act('bridge.act', { x: 'x'.repeat(rest) })).toMatchObject({ effect: 'applied' });
  expect(await act('bridge.act', { x: 'x'.repeat(rest + 1) })).toMatchObject({
    effect: 'none',
    failure: { kind: 'payload_too_large' },
  });
  expect(await act('bridge.act', { x: 'é'.repeat(rest / 2 + 1) })).toMatchObject({
    effect: 'none',
    failure: { kind: 'payload_too_large' },
  });
  expect(await act('bridge.put')).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_misbehaved' } });
});

test('what was given up before there was a connection was not sent', async () => {
  const { bridge, act } = await openBridged(() => undefined, { hello });
  const controller = new AbortController();
  const acting = act('bridge.act', {}, { signal: controller.signal });
  controller.abort();
  expect(await acting).toMatchObject({ effect: 'none', failure: { kind: 'cancelled' } });
  expect(await act('bridge.act', {}, { signal: AbortSignal.abort() })).toMatchObject({
    effect: 'none',
    failure: { kind: 'cancelled' },
  });
  expect(bridge.asked.filter(({ method }) => method !== 'hello')).toEqual([]);
});

test('an answer that comes after its request was given up is nobody’s', async () => {
  const held: Asked[] = [];
  const { act } = await openBridged((asked) => void (asked.method === 'act' && held.push(asked)));
  const controller = new AbortController();
  const told: unknown[] = [];
  const wishes = { signal: controller.signal, onProgress: (progress: unknown) => told.push(progress) };
  const first = act('bridge.act', { number: 1 }, wishes);
  await until(() => held.length === 1, PATIENCE_MS);
  controller.abort();
  expect(await first).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });
  const second = act('bridge.act', { number: 2 });
  await until(() => held.length === 2, PATIENCE_MS);
  held[0]?.reply({ event: 'progress', of: held[0].id, part: 0.5 });
  for (const asked of held) echo(asked);
  expect(await second).toMatchObject({ effect: 'applied', result: { number: 2 } });
  expect(told).toEqual([]);
});

test.for<[string, string]>([
  ['ws://someone:p%40ss%20word@', 'p@ss word'],
  ['ws://t%2Fo-k-e-n@', 't/o-k-e-n'],
])('credentials in an address such as %s are told to the bridge and to nobody else', async ([start, secret]) => {
  const bridge = await serveBridge(({ socket }) => {
    const { authorization = '' } = bridge.handshakes[0]?.headers ?? {};
    socket.close(4401, `${secret} ${encodeURIComponent(secret)} ${authorization.slice(6)}`);
  });
  onTestFinished(() => bridge.close());
  const { act, adapter, log } = await openAdapter(bridgeOptions(bridge.url.replace('ws://', start)));
  const acted = await act('bridge.act');
  expect(acted).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_unavailable' } });
  const { authorization = '' } = bridge.handshakes[0]?.headers ?? {};
  expect(Buffer.from(authorization.slice(6), 'base64').toString()).toContain(secret);
  const all = JSON.stringify([acted, await act('bridge.act'), await adapter.health(), log]);
  for (const form of [secret, encodeURIComponent(secret), authorization.slice(6)]) expect(all).not.toContain(form);
});
