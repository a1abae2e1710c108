import { expect, onTestFinished, test } from 'vitest';
import type { Acted } from '../../contracts/adapter.ts';
import { until } from '../http/until.ts';
import { bridgeOptions, openAdapter, openBridged } from './open-bridged.ts';
import { type Asked, serveBridge } from './serve-bridge.ts';

const PATIENCE_MS = 20_000;
const echo = ({ id, params, reply }: Asked): void => reply({ id, result: { ...params, done: true } });

const down = { effect: 'none', failure: { kind: 'adapter_unavailable' } };

test('a bridge that is not there is told at once, and used once it is', async () => {
  const { bridge, act, adapter } = await openBridged(echo);
  await bridge.stop();
  await until(async () => (await act('bridge.act')).effect === 'none', PATIENCE_MS);
  expect(await act('bridge.act')).toMatchObject(down);
  expect(await adapter.health()).toMatchObject({ status: 'unhealthy' });
  await bridge.start();
  await until(async () => (await act('bridge.act')).effect === 'applied', PATIENCE_MS);
  expect(await adapter.health()).toEqual({ status: 'healthy' });
});

test('what was sent when the connection broke is unknown, and is not sent again; a read is none', async () => {
  const held: Asked[] = [];
  const { bridge, act } = await openBridged((asked) => held.push(asked));
  const acting = act('bridge.act', { number: 1 });
  const reading = act('bridge.read', { number: 2 });
  await until(() => held.length === 2, PATIENCE_MS);
  await bridge.stop();
  expect(await acting).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_unavailable' } });
  expect(await reading).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  await bridge.start();
  await until(() => bridge.handshakes.length >= 2, PATIENCE_MS);
  expect(held).toHaveLength(2);
});

test('a connection on which nothing comes any more is found out by its heartbeat', async () => {
  const { bridge, act, log } = await openBridged(() => undefined, { heartbeat_ms: 200 }, { autoPong: false });
  expect(await act('bridge.act')).toMatchObject({
    effect: 'unknown',
    failure: { kind: 'adapter_unavailable', message: expect.stringContaining('within 200 ms') },
  });
  await until(() => bridge.handshakes.length >= 2, PATIENCE_MS);
  expect(log.map(({ message }) => message)).toContain('the bridge is not connected');
});

test('a second answer, an answer to nobody and one from before are nobody’s', async () => {
  const held: Asked[] = [];
  const { bridge, act, adapter, log } = await openBridged((asked) => held.push(asked));
  const first = act('bridge.act', { number: 1 });
  await until(() => held.length === 1, PATIENCE_MS);
  const [old] = held;
  await bridge.stop();
  expect(await first).toMatchObject({ effect: 'unknown' });
  await bridge.start();
  await until(async () => (await adapter.health()).status === 'healthy', PATIENCE_MS);
  const second = act('bridge.act', { number: 2 });
  await until(() => held.length === 2, PATIENCE_MS);
  const [, fresh] = held;
  fresh?.reply({ id: old?.id, result: { number: 1, done: true } }); // late, over the new connection
  fresh?.reply({ id: 'nobody', result: { number: 3, done: true } });
  fresh?.reply({ id: fresh.id, result: { number: 2, done: true } });
  fresh?.reply({ id: fresh.id, result: { number: 4, done: true } });
  expect(await second).toMatchObject({ result: { number: 2 } });
  const third = act('bridge.act', { number: 5 });
  await until(() => held.length === 3, PATIENCE_MS);
  held[2]?.reply({ id: held[2].id, result: { number: 5, done: true } });
  expect(await third).toMatchObject({ result: { number: 5 } });
  await adapter.close();
  const dropped = log.flatMap(({ fields }) => (fields.dropped === undefined ? [] : [fields.dropped]));
  expect(
    dropped.reduce<number>(
      (sum, counts) => sum + Object.values(counts ?? {}).reduce<number>((a, b) => a + Number(b), 0),
      0,
    ),
  ).toBe(3);
});

test('bytes, broken JSON and JSON without an id are passed over', async () => {
  const { act } = await openBridged((asked) => {
    for (const noise of [Buffer.from([0, 1, 2]), '{"id":', '[]', 'null', `${'['.repeat(50_000)}`, { id: 7 }])
      asked.reply(noise);
    echo(asked);
  });
  expect(await act('bridge.act', { number: 1 })).toMatchObject({ effect: 'applied', result: { number: 1 } });
});

test('a message that is too large ends the connection, and only that', async () => {
  const { act } = await openBridged(
    (asked) => (asked.params.large === true ? asked.reply({ id: asked.id, result: 'x'.repeat(20_000) }) : echo(asked)),
    { max_message_bytes: 10_000 },
  );
  expect(await act('bridge.act', { large: true })).toMatchObject({
    effect: 'unknown',
    failure: { kind: 'adapter_misbehaved' },
  });
  await until(async () => (await act('bridge.act', { number: 1 })).effect === 'applied', PATIENCE_MS);
  expect(await act('bridge.act', { text: 'x'.repeat(20_000) })).toMatchObject({
    effect: 'none',
    failure: { kind: 'payload_too_large' },
  });
});

test('more than may wait are refused before they are sent', async () => {
  const held: Asked[] = [];
  const { act } = await openBridged((asked) => held.push(asked), { max_in_flight: 3 });
  const waiting = [1, 2, 3].map((number) => act('bridge.act', { number }));
  await until(() => held.length === 3, PATIENCE_MS);
  expect(await act('bridge.act')).toMatchObject({ effect: 'none', failure: { kind: 'overloaded' } });
  for (const asked of held) echo(asked);
  expect((await Promise.all(waiting)).map(({ effect }) => effect)).toEqual(['applied', 'applied', 'applied']);
  expect(held).toHaveLength(3);
});

test('a bridge that does not read is sent no more than may wait for it', async () => {
  const { bridge, act } = await openBridged(() => undefined, { max_send_buffer_bytes: 100_000 });
  await until(() => bridge.sockets.size > 0, PATIENCE_MS);
  for (const socket of bridge.sockets) socket.pause();
  const controller = new AbortController();
  const text = 'x'.repeat(1_000_000);
  const sent: Promise<Acted>[] = [];
  const overloaded = async (): Promise<boolean> => {
    const acting = act('bridge.act', { text }, { signal: controller.signal });
    sent.push(acting);
    const first = await Promise.race([acting, new Promise<undefined>((resolve) => setTimeout(resolve, 50, undefined))]);
    return first?.failure?.kind === 'overloaded' && first.effect === 'none';
  };
  await until(overloaded, PATIENCE_MS);
  controller.abort();
  for (const { effect, failure } of await Promise.all(sent)) {
    expect([effect, failure?.kind]).toEqual(
      failure?.kind === 'overloaded' ? ['none', 'overloaded'] : ['unknown', 'cancelled'],
    );
  }
});

test('who gives up is answered at once, and the bridge is told', async () => {
  const { bridge, act } = await openBridged(() => undefined);
  const controller = new AbortController();
  const acting = act('bridge.act', {}, { signal: controller.signal });
  await until(() => bridge.asked.length === 1, PATIENCE_MS);
  controller.abort();
  expect(await acting).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });
  await until(() => bridge.asked.length === 2, PATIENCE_MS);
  expect(bridge.asked[1]).toMatchObject({ method: 'cancel', id: bridge.asked[0]?.id });
});

test('a connection is used once its greeting was answered, with the token that the handshake carried', async () => {
  const hello = {
    send: { id: 'hello', method: 'hello', params: { version: 1 } },
    until: 'message.?ready.orValue(false) == true',
  };
  const { bridge, act, log } = await openBridged(
    (asked) => (asked.method === 'hello' ? asked.reply({ ready: true }) : echo(asked)),
    { hello, bearer: 'a-token-of-ours', subprotocol: 'bridge.v1' },
  );
  expect(await act('bridge.act')).toMatchObject({ effect: 'applied' });
  expect(bridge.asked.map(({ method }) => method)).toEqual(['hello', 'act']);
  expect(bridge.handshakes[0]?.headers).toMatchObject({
    authorization: 'Bearer a-token-of-ours',
    'sec-websocket-protocol': 'bridge.v1',
  });
  expect(JSON.stringify(log)).not.toContain('a-token-of-ours');
});

test('what the bridge was told as a secret is told to nobody, whatever it repeats', async () => {
  const secrets = ['a-token-of-ours', 'key-of-the-header', 'key-of-the-address', 'word-of-the-hello'];
  const bridge = await serveBridge(({ id, method, reply, socket }) => {
    const text = secrets.join(' and ');
    if (method === 'hello') return;
    reply({ event: 'progress', of: id, part: 0.5, text });
    if (method === 'act') reply({ id, error: { type: 'no', text } });
    else socket.close(4000, `no ${text.slice(0, 100)}`);
  });
  onTestFinished(() => bridge.close());
  const { act, adapter, log } = await openAdapter(
    bridgeOptions(`${bridge.url}?access_token=${secrets[2]}`, {
      bearer: 'a-token-of-ours',
      headers: { 'X-Api-Key': 'key-of-the-header' },
      hello: { send: { id: 'hello', method: 'hello', params: { auth: { password: 'word-of-the-hello' } } } },
    }),
  );
  const told: unknown[] = [];
  const onProgress = (progress: unknown): void => void told.push(progress);
  const refused = await act('bridge.act', {}, { onProgress });
  const closed = await act('bridge.put', {}, { onProgress });
  expect(refused).toMatchObject({ failure: { kind: 'adapter_failed' } });
  expect(closed).toMatchObject({ failure: { kind: 'adapter_unavailable' } });
  expect(told).toHaveLength(1);
  const all = JSON.stringify([refused, closed, told, log, await adapter.health()]);
  for (const secret of secrets) expect(all).not.toContain(secret);
});

test('a flood of events reaches the caller in drops', async () => {
  const { act } = await openBridged((asked) => {
    for (let count = 0; count < 5000; count += 1) asked.reply({ event: 'progress', of: asked.id, part: count / 5000 });
    echo(asked);
  });
  let told = 0;
  expect(await act('bridge.act', {}, { onProgress: () => (told += 1) })).toMatchObject({ effect: 'applied' });
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(2500);
});
