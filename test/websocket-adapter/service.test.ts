import { expect, onTestFinished, test } from 'vitest';
import type { WebSocketOptions } from '../../adapters/websocket/websocket-options.ts';
import type { ActionParts } from '../../client/request-parts.ts';
import { WaybillClient } from '../../client/waybill-client.ts';
import type { Answer } from '../../contracts/answer.ts';
import type { Progress } from '../../contracts/progress.ts';
import type { TargetSettings } from '../../src/config/settings.ts';
import { exchange } from '../http/exchange.ts';
import { until } from '../http/until.ts';
import { openTestService, testSettings } from '../open-test-service.ts';
import { bridgeOptions } from './open-bridged.ts';
import { type Asked, type ServedBridge, serveBridge } from './serve-bridge.ts';

const PATIENCE_MS = 20_000;
const TOKEN = 'a-token-of-ours';
const echo = ({ id, params, reply }: Asked): void => reply({ id, result: { ...params, done: true } });

const target = (bridge: ServedBridge, more: Partial<WebSocketOptions> = {}): TargetSettings => ({
  name: 'unity',
  kind: 'websocket',
  options: JSON.parse(JSON.stringify(bridgeOptions(bridge.url, { bearer: TOKEN, ...more }))),
});

/** A service whose target is a bridge that answers so. */
async function openUnity(answer: (asked: Asked) => void, isUp = true, shutdownMs = 10_000) {
  const bridge = await serveBridge(answer);
  onTestFinished(() => bridge.close());
  if (!isUp) await bridge.stop();
  const limits = { ...testSettings().limits, shutdownMs };
  const service = await openTestService({ targets: [target(bridge)], limits });
  const client = new WaybillClient({ baseUrl: service.origin });
  const { contextId } = await client.startFlow({ domain: 'unity-flow', businessKey: 'user_1' });
  const context = { id: contextId, business_key: 'user_1' };
  const send = (intent: string, parts: ActionParts = {}): Promise<Answer> => client.send({ ...parts, intent, context });
  const methods = () => bridge.asked.map(({ method }) => method);
  return { bridge, service, send, methods };
}

test('progress of a bridge reaches the caller, and then the outcome', async () => {
  const { send } = await openUnity((asked) => {
    for (const part of [0.25, 0.5]) asked.reply({ event: 'progress', of: asked.id, part, text: `part ${part}` });
    echo(asked);
  });
  const told: Progress[] = [];
  const { outcome } = await send('bridge.act', {
    payload: { number: 1 },
    onProgress: (progress) => told.push(progress),
  });
  expect(outcome).toMatchObject({
    status: 'fulfilled',
    effect: 'applied',
    verification: { status: 'verified' },
    result: { number: 1, done: true },
  });
  expect(told).toMatchObject([
    { fraction: 0.25, message: 'part 0.25' },
    { fraction: 0.5, message: 'part 0.5' },
  ]);
});

test('a bridge that is not there when the service starts is told, and used once it is', async () => {
  const { bridge, service, send } = await openUnity(
    (asked) => (asked.method === 'look' ? asked.reply({ id: asked.id, result: { state: 'alive' } }) : echo(asked)),
    false,
  );
  const resources = [{ type: 'thing', identifier: 'Player', state: 'alive' }];
  for (const parts of [{}, { resources }]) {
    const { outcome } = await send('bridge.act', parts);
    expect(outcome).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'adapter_unavailable' } });
  }
  const ready = async () => JSON.parse((await exchange(service.origin, { method: 'GET', path: '/readyz' })).text);
  expect(await ready()).toMatchObject({ status: 'degraded', targets: { unity: { status: 'unhealthy' } } });
  await bridge.start();
  await until(async () => (await ready()).status === 'healthy', PATIENCE_MS);
  expect((await send('bridge.act', { resources })).outcome).toMatchObject({ status: 'fulfilled' });
  expect(JSON.stringify([service.log(), await ready()])).not.toContain(TOKEN);
});

test('a connection that drops: what does no harm is asked again over the next one, an act is not', async () => {
  const { bridge, service, send, methods } = await openUnity((asked) => {
    if (bridge.handshakes.length > 1) echo(asked);
    else if (methods().length === 3) asked.socket.terminate();
  });
  // Only a connection that was well for a while is waited for when it is lost.
  await until(() => service.log().some(({ msg }) => msg === 'the bridge is connected'), PATIENCE_MS);
  const [act, put, read] = await Promise.all(['bridge.act', 'bridge.put', 'bridge.read'].map((intent) => send(intent)));
  expect(act?.outcome).toMatchObject({
    status: 'partially_fulfilled',
    effect: 'unknown',
    error: { code: 'adapter_unavailable' },
  });
  expect(put?.outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
  expect(read?.outcome).toMatchObject({ status: 'fulfilled', effect: 'none' });
  expect(methods().toSorted()).toEqual(['act', 'put', 'put', 'read', 'read']);
});

test('the deadline gives up, and the bridge is told of it', async () => {
  const { bridge, send } = await openUnity(() => undefined);
  const [act, read] = await Promise.all(
    ['bridge.act', 'bridge.read'].map((intent) => send(intent, { timeoutMs: 1500 })),
  );
  expect(act?.outcome).toMatchObject({
    status: 'partially_fulfilled',
    effect: 'unknown',
    error: { code: 'deadline_exceeded' },
  });
  expect(read?.outcome).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'deadline_exceeded' } });
  const idsOf = (isCancel: boolean) =>
    bridge.asked.flatMap(({ id, method }) => ((method === 'cancel') === isCancel ? [id] : [])).toSorted();
  await until(() => bridge.asked.length === 4, PATIENCE_MS);
  expect(idsOf(true)).toEqual(idsOf(false));
});

test('a resource that the bridge sees otherwise refuses the act before it is sent', async () => {
  const { send, methods } = await openUnity(({ id, reply }) =>
    reply({ id, result: { state: 'dead', hint: 'revive' } }),
  );
  const { outcome } = await send('bridge.act', {
    resources: [{ type: 'thing', identifier: '","id":"{{ request_id }}', state: 'alive' }],
  });
  expect(outcome).toMatchObject({
    status: 'rejected',
    effect: 'none',
    error: { code: 'resource_state_mismatch', details: { resources: [{ actual_state: 'dead', hint: 'revive' }] } },
  });
  expect(methods()).toEqual(['look']);
});

test('a reload that changes nothing of a bridge keeps its connection', async () => {
  const { bridge, service, send } = await openUnity(echo);
  expect((await send('bridge.act')).outcome.status).toBe('fulfilled');
  await service.reload({ ...service.settings, targets: [target(bridge)] });
  expect((await send('bridge.act')).outcome.status).toBe('fulfilled');
  expect(bridge.handshakes).toHaveLength(1);
});

test('a reload while acts run: they end over the old connection, which is closed then; new ones take the new', async () => {
  const held: Asked[] = [];
  let holds = true;
  const { bridge, service, send } = await openUnity((asked) => void (holds ? held.push(asked) : echo(asked)));
  const running = Array.from({ length: 20 }, (_, number) => send('bridge.act', { payload: { number } }));
  await until(() => held.length === 20, PATIENCE_MS);
  holds = false;
  await service.reload({ ...service.settings, targets: [target(bridge, { heartbeat_ms: 5000 })] });
  expect((await send('bridge.act', { payload: { number: 20 } })).outcome).toMatchObject({ result: { number: 20 } });
  expect([bridge.handshakes.length, bridge.sockets.size]).toEqual([2, 2]);
  for (const asked of held) echo(asked);
  for (const [number, { outcome }] of (await Promise.all(running)).entries())
    expect(outcome).toMatchObject({ status: 'fulfilled', result: { number } });
  await until(() => bridge.sockets.size === 1, PATIENCE_MS);
  expect((await send('bridge.act', { payload: { number: 21 } })).outcome).toMatchObject({ result: { number: 21 } });
  expect([bridge.handshakes.length, bridge.asked.length]).toEqual([2, 22]);
});

test('a target that is taken away lets its acts end, and its connection go', async () => {
  const held: Asked[] = [];
  const { bridge, service, send } = await openUnity((asked) => held.push(asked));
  const running = send('bridge.act');
  await until(() => held.length === 1, PATIENCE_MS);
  await service.reload({ ...service.settings, targets: [] });
  expect((await send('bridge.act')).outcome.error?.code).toBe('no_route');
  for (const asked of held) echo(asked);
  expect((await running).outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
  await until(() => bridge.sockets.size === 0, PATIENCE_MS);
  expect(bridge.handshakes).toHaveLength(1);
});

test('a service that ends lets its acts end, and then the connection', async () => {
  const held: Asked[] = [];
  const { bridge, service, send } = await openUnity((asked) => held.push(asked));
  const running = Array.from({ length: 20 }, (_, number) => send('bridge.act', { payload: { number } }));
  await until(() => held.length === 20, PATIENCE_MS);
  const closed = service.close();
  for (const asked of held) echo(asked);
  for (const [number, { outcome }] of (await Promise.all(running)).entries())
    expect(outcome).toMatchObject({ status: 'fulfilled', result: { number } });
  await closed;
  await until(() => bridge.sockets.size === 0, PATIENCE_MS);
  expect(bridge.asked).toHaveLength(20);
});

test('a service that may not wait longer says of acts that nobody knows, and ends the connection', async () => {
  const { bridge, service, send } = await openUnity(() => undefined, true, 500);
  const running = ['bridge.act', 'bridge.put'].map((intent) => send(intent));
  await until(() => bridge.asked.length === 2, PATIENCE_MS);
  await service.close();
  for (const { outcome } of await Promise.all(running)) expect(outcome).toMatchObject({ effect: 'unknown' });
  await until(() => bridge.sockets.size === 0, PATIENCE_MS);
  expect(bridge.handshakes).toHaveLength(1);
});
