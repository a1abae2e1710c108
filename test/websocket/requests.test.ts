import { describe, expect, test } from 'vitest';
import { CAPABILITIES, goodRequest } from '../http/good-request.ts';
import { openLab } from '../http/open-lab.ts';
import { until } from '../http/until.ts';
import { openTestService, type TestService } from '../open-test-service.ts';
import { openClient } from './open-client.ts';
import { openRaw, rawFrame } from './raw-web-socket.ts';

const STREAMING = { client_capabilities: { ...CAPABILITIES, supports_streaming: true } };
/** The opcode of a close frame (RFC 6455, 11.8). */
const CLOSE = 8;
const requestLines = (service: TestService) => service.log().filter(({ msg }) => msg === 'request');

describe('a request over the WebSocket', () => {
  test('is answered by one outcome frame with its id, and written down as of this transport', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    const request = { ...goodRequest(service.settings), payload: { hello: 'wörld' } };
    expect(await client.ask('one', request)).toMatchObject({
      intent: { type: 'system', sub_type: 'echo' },
      outcome: { status: 'fulfilled', result: { hello: 'wörld' } },
    });
    expect(client.frames).toHaveLength(1);
    expect(requestLines(service)).toMatchObject([{ transport: 'websocket', http: 200, intent: 'system.echo' }]);
  });

  test('may be called by a string or an integer, which are not the same', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    const ids = ['1', 1, 0, -5, Number.MAX_SAFE_INTEGER, 'x'.repeat(128), 'ключ "1"'];
    for (const id of ids) client.send({ id, request: { ...goodRequest(service.settings), payload: { id } } });
    for (const id of ids) expect((await client.outcome(id)).outcome.result).toEqual({ id });
    expect(client.frames.map(({ id }) => id)).toEqual(ids);
  });

  test('is answered when it is finished, whatever came before it', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    const sleep = (ms: number) => ({ ...goodRequest(service.settings, 'system.sleep'), payload: { ms } });
    client.send({ id: 'slow', request: sleep(1200) });
    client.send({ id: 'less slow', request: sleep(400) });
    client.send({ id: 'at once', request: goodRequest(service.settings) });
    await client.outcome('slow');
    expect(client.frames.map(({ id }) => id)).toEqual(['at once', 'less slow', 'slow']);
  });

  test('tells a client that can take a stream of its progress, in order, and then its outcome', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    const request = { ...goodRequest(service.settings, 'system.sleep'), payload: { ms: 200, steps: 4 } };
    await client.ask('s', { ...request, ...STREAMING });
    expect(client.frames.map(({ id, event, progress }) => [id, event, progress?.fraction])).toEqual([
      ['s', 'progress', 0.25],
      ['s', 'progress', 0.5],
      ['s', 'progress', 0.75],
      ['s', 'progress', 1],
      ['s', 'outcome', undefined],
    ]);
  });

  test('tells nothing of its progress to a client that says it can take no stream', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    const request = { ...goodRequest(service.settings, 'system.sleep'), payload: { ms: 100, steps: 4 } };
    await client.ask('s', request);
    expect(client.frames.map(({ event }) => event)).toEqual(['outcome']);
  });

  test('takes its capabilities from the upgrade where it brings none itself', async () => {
    const service = await openTestService();
    const capabilities = JSON.stringify({ ...CAPABILITIES, supports_streaming: true });
    const client = await openClient(service.origin, { headers: { 'x-client-capabilities': capabilities } });
    const { client_capabilities: _, ...request } = goodRequest(service.settings, 'system.sleep');
    expect((await client.ask(1, { ...request, payload: { ms: 20 } })).outcome.status).toBe('fulfilled');
    expect(client.frames.map(({ event }) => event)).toEqual(['progress', 'outcome']);
    const own = { ...goodRequest(service.settings), client_capabilities: { ...CAPABILITIES, supported_actions: [] } };
    expect((await client.ask(2, own)).outcome.error?.code).toBe('action_not_supported');
  });

  test('goes on in the trace that its frame names', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    client.send({ id: 1, request: goodRequest(service.settings), traceparent });
    expect((await client.outcome(1)).trace_id).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect((await client.ask(2, goodRequest(service.settings))).trace_id).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  test('is refused in the outcome, not by the connection', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    expect((await client.ask(1, {})).outcome.error).toMatchObject({ code: 'missing_capability' });
    expect((await client.ask(2, null)).outcome.error).toMatchObject({ code: 'invalid_request' });
    const tampered = {
      ...goodRequest(service.settings),
      context: { id: 'a-1-001-0123456789abcdef', business_key: 'x' },
    };
    expect((await client.ask(3, tampered)).outcome.error?.code).toMatch(/^context_/);
    expect((await client.ask(4, goodRequest(service.settings))).outcome.status).toBe('fulfilled');
  });

  test('may come in fragments, and many in one write', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    const text = JSON.stringify({ id: 'f', request: goodRequest(service.settings) });
    client.webSocket.send(text.slice(0, 10), { fin: false });
    client.webSocket.send(text.slice(10, 20), { fin: false });
    client.webSocket.send(text.slice(20), { fin: true });
    expect((await client.outcome('f')).outcome.status).toBe('fulfilled');
    for (let id = 0; id < 100; id += 1) client.send({ id, request: goodRequest(service.settings) });
    await client.outcome(99);
    expect(client.frames.slice(1).map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id));
  });

  test('is served by the core of a reload from then on, on a connection that was open before', async () => {
    const { service, good } = await openLab();
    const client = await openClient(service.origin);
    expect((await client.ask(1, good.request('lab.read'))).outcome.status).toBe('fulfilled');
    await service.reload({ ...service.settings, targets: [] });
    expect((await client.ask(2, good.request('lab.read'))).outcome.error?.code).toBe('no_route');
  });
});

describe('a cancel frame', () => {
  test('stops a read at once, which still gets its one outcome', async () => {
    const { service, good, lab } = await openLab();
    const client = await openClient(service.origin);
    client.send({ id: 'r', request: { ...good.request('lab.read'), payload: { do: 'wait', ms: 20_000 } } });
    await until(() => lab.acts.length === 1);
    client.send({ id: 'r', event: 'cancel' });
    expect((await client.outcome('r')).outcome).toMatchObject({
      status: 'rejected',
      effect: 'none',
      error: { code: 'cancelled' },
    });
    client.send({ id: 'r', event: 'cancel' });
    await client.ask('after', good.request('lab.read'));
    expect(client.frames.map(({ id }) => id)).toEqual(['r', 'after']);
  });

  test('reaches an act that may have effects, and its outcome tells what it had done', async () => {
    const { service, good, lab } = await openLab();
    const client = await openClient(service.origin);
    const payload = { do: 'wait', ms: 20_000, effect: 'partial' };
    client.send({ id: 7, request: { ...good.request('lab.act'), payload } });
    await until(() => lab.acts.length === 1);
    client.send({ id: 7, event: 'cancel' });
    expect((await client.outcome(7)).outcome).toMatchObject({
      status: 'partially_fulfilled',
      effect: 'partial',
      error: { code: 'cancelled' },
    });
    expect(lab.acts[0]?.abortedAfterMs).toBeLessThan(10_000);
  });

  test('of an id that is not under way says nothing: the outcome may have crossed it', async () => {
    const { service, good } = await openLab();
    const client = await openClient(service.origin);
    client.send({ id: 'never', event: 'cancel' });
    await client.ask(1, good.request('lab.read'));
    expect(client.frames).toHaveLength(1);
  });
});

describe('a connection that drops', () => {
  test('stops the reads on it and lets acts run to their end, all of them written down', async () => {
    const { service, good, lab } = await openLab();
    const client = await openClient(service.origin);
    client.send({ id: 1, request: { ...good.request('lab.read'), payload: { do: 'wait', ms: 20_000 } } });
    client.send({ id: 2, request: { ...good.request('lab.act'), payload: { do: 'wait', ms: 1000 } } });
    await until(() => lab.acts.length === 2);
    client.webSocket.terminate();
    await until(() => requestLines(service).length === 2);
    expect(requestLines(service)).toMatchObject([
      { intent: 'lab.read', failure: 'cancelled', effect: 'none', caller_left: true },
      { intent: 'lab.act', status: 'fulfilled', effect: 'applied', caller_left: true },
    ]);
  });

  test('in the turn that brought a request has it not done, and written down', async () => {
    const { service, good, lab } = await openLab();
    const { socket } = await openRaw(service.origin);
    const request = rawFrame(JSON.stringify({ id: 1, request: good.request('lab.act') }));
    socket.write(Buffer.concat([request, rawFrame(Buffer.from([0x03, 0xe8]), CLOSE)]));
    await until(() => requestLines(service).length === 1);
    expect(requestLines(service)).toMatchObject([{ failure: 'cancelled', effect: 'none', caller_left: true }]);
    expect(lab.acts).toEqual([]);
  });

  test.for([1000, 1001, 4000])('by a close frame of code %i does the same', async (code) => {
    const { service, good, lab } = await openLab();
    const client = await openClient(service.origin);
    client.send({ id: 1, request: { ...good.request('lab.read'), payload: { do: 'wait', ms: 20_000 } } });
    await until(() => lab.acts.length === 1);
    client.webSocket.close(code, 'bye');
    expect(await client.whenClosed()).toEqual({ code, reason: 'bye' });
    await until(() => requestLines(service).length === 1);
    expect(requestLines(service)).toMatchObject([{ failure: 'cancelled', caller_left: true }]);
  });
});
