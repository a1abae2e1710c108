import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { goodRequest } from '../http/good-request.ts';
import { openLab } from '../http/open-lab.ts';
import { until } from '../http/until.ts';
import { openTestService, testSettings } from '../open-test-service.ts';
import { scrape } from '../telemetry/scrape.ts';
import { openClient } from './open-client.ts';
import { openRaw, rawFrame } from './raw-web-socket.ts';

const limits = (changes: Partial<ReturnType<typeof testSettings>['webSocket']>) => ({
  webSocket: { ...testSettings().webSocket, ...changes },
});

const closedBy = async (origin: string) =>
  (await scrape(origin)).get('waybill_websocket_closed_total')?.map(({ labels, value }) => [labels.why, value]);

describe('a frame that is too large', () => {
  test.for(['at once', 'in fragments'])('%s ends its connection with 1009, which names the limit', async (how) => {
    const service = await openTestService(limits({ frameBytes: 2048 }));
    const polite = await openClient(service.origin);
    const client = await openClient(service.origin);
    const text = JSON.stringify({ id: 1, request: { payload: 'x'.repeat(2048) } });
    if (how === 'at once') client.send(text);
    else
      for (let at = 0; at < text.length; at += 100)
        client.webSocket.send(text.slice(at, at + 100), { fin: at + 100 >= text.length });
    const { code, reason } = await client.whenClosed();
    expect(code).toBe(1009);
    expect(reason).toBe('a message may have 2048 bytes (websocket.frame_bytes)');
    expect((await polite.ask(1, goodRequest(service.settings))).outcome.status).toBe('fulfilled');
    expect(await closedBy(service.origin)).toEqual([['refused_frame', 1]]);
  });

  test('or in too many fragments, whatever their size, ends with 1008, which says so', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    for (let count = 0; count < 20_000; count += 1) client.webSocket.send('', { fin: false });
    expect(await client.whenClosed()).toEqual({ code: 1008, reason: 'a message may not come in so many fragments' });
    expect(await closedBy(service.origin)).toEqual([['refused_frame', 1]]);
  });

  test('leaves what was in flight as any connection that drops', async () => {
    const { service, good, lab } = await openLab(limits({ frameBytes: 2048 }));
    const client = await openClient(service.origin);
    client.send({ id: 1, request: { ...good.request('lab.read'), payload: { do: 'wait', ms: 20_000 } } });
    await until(() => lab.acts.length === 1);
    client.send('x'.repeat(4000));
    await until(() => lab.acts[0]?.abortedAfterMs !== undefined);
  });
});

describe('text that is not UTF-8', () => {
  test('ends its connection with 1007', async () => {
    const service = await openTestService();
    const raw = await openRaw(service.origin);
    raw.socket.write(rawFrame(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])));
    await until(() => raw.received().includes('text frames must be UTF-8'));
    expect(raw.received().includes(Buffer.from([0x03, 0xef]))).toBe(true); // 1007
  });
});

describe('more requests in flight than may be', () => {
  test('are refused by name, and the connection goes on', async () => {
    const { service, good, lab } = await openLab(limits({ inFlight: 3 }));
    const client = await openClient(service.origin);
    const other = await openClient(service.origin);
    const waiting = { ...good.request('lab.act'), payload: { do: 'wait', ms: 1500 } };
    for (const id of [1, 2, 3, 4]) client.send({ id, request: waiting });
    const refused = await client.outcome(4);
    expect(refused.outcome).toMatchObject({
      status: 'rejected',
      effect: 'none',
      error: { code: 'rate_limited', recoverable: true, details: { limit: 3 } },
    });
    expect(refused.outcome.error?.message).toContain('websocket.in_flight');
    expect(refused.outcome.error?.retry_after_ms).toBeGreaterThan(0);
    expect((await other.ask(4, good.request('lab.read'))).outcome.status).toBe('fulfilled');
    for (const id of [1, 2, 3]) expect((await client.outcome(id)).outcome.status).toBe('fulfilled');
    expect((await client.ask(5, good.request('lab.read'))).outcome.status).toBe('fulfilled');
    expect(lab.acts).toHaveLength(5);
  });

  test('counts no request that was answered at once', async () => {
    const service = await openTestService(limits({ inFlight: 1 }));
    const client = await openClient(service.origin);
    for (let id = 0; id < 50; id += 1) client.send({ id, request: goodRequest(service.settings) });
    for (let id = 0; id < 50; id += 1) expect((await client.outcome(id)).outcome.status).toBe('fulfilled');
  });
});

describe('a client that stops reading', () => {
  const SMALL = limits({ sendBufferBytes: 65_536 });

  test('is cut off, its work stopped, and others notice nothing', async () => {
    const { service, good, lab } = await openLab(SMALL);
    const polite = await openClient(service.origin);
    const raw = await openRaw(service.origin);
    raw.socket.pause();
    const held = { ...good.request('lab.read'), payload: { do: 'wait', ms: 20_000 } };
    raw.socket.write(rawFrame(JSON.stringify({ id: 'held', request: held })));
    await until(() => lab.acts.length === 1);
    const filling = { ...good.request('lab.read'), payload: { do: 'fill', letters: 500_000 } };
    let id = 0;
    // The kernel takes some megabytes before anything waits here.
    while (lab.acts[0]?.abortedAfterMs === undefined && id < 200) {
      id += 1;
      raw.socket.write(rawFrame(JSON.stringify({ id, request: filling })));
      expect((await polite.ask(id, good.request('lab.read'))).outcome.status).toBe('fulfilled');
    }
    await until(() => lab.acts[0]?.abortedAfterMs !== undefined);
    raw.socket.resume();
    await until(() => raw.socket.closed);
    expect(raw.received().toString('latin1')).toContain('websocket.send_buffer_bytes (65536)');
    expect(await closedBy(service.origin)).toEqual([['slow_reader', 1]]);
  });

  test('does not have pongs heaped up for it', async () => {
    const service = await openTestService(SMALL);
    const raw = await openRaw(service.origin);
    raw.socket.on('error', () => {}); // it is cut off while it sends
    raw.socket.pause();
    const pings = Buffer.concat(Array.from({ length: 2000 }, () => rawFrame('p'.repeat(125), 9)));
    const isClosed = async () => (await closedBy(service.origin))?.length === 1;
    // A connection whose closing is not answered is cut off after two seconds, however soon the limit was reached.
    const untilMs = performance.now() + 15_000;
    for (let rounds = 0; !(await isClosed()) && performance.now() < untilMs; rounds += 1) {
      if (rounds < 400 && !raw.socket.destroyed) raw.socket.write(pings);
      else await delay(20);
    }
    expect(await closedBy(service.origin)).toEqual([['slow_reader', 1]]);
  });

  test('loses progress before it loses outcomes', async () => {
    const { service, good } = await openLab(limits({ sendBufferBytes: 262_144 }));
    const client = await openClient(service.origin);
    const capabilities = { ...good.request().client_capabilities, supports_streaming: true };
    const sleep = { ...goodRequest(service.settings, 'system.sleep'), client_capabilities: capabilities };
    const requests = 100; // their outcomes fit into half of the buffer, their progress does not by far
    client.webSocket.pause();
    for (let id = 0; id < requests; id += 1)
      client.send({ id, request: { ...sleep, payload: { ms: 0, steps: 1000 } } });
    await until(() => service.log().filter(({ msg }) => msg === 'request').length === requests, 25_000);
    client.webSocket.resume();
    await until(
      () =>
        client.frames.filter(({ event }) => event === 'outcome').length === requests || client.closed() !== undefined,
      25_000,
    );
    expect(client.closed()).toBeUndefined();
    expect(client.frames.filter(({ event }) => event === 'outcome')).toHaveLength(requests);
    expect(client.frames.length).toBeLessThan(requests * 1001);
  });

  test('is not cut off over one answer larger than the limit, which it reads', async () => {
    const { service, good } = await openLab(SMALL);
    const client = await openClient(service.origin);
    for (let id = 0; id < 20; id += 1) {
      const filling = { ...good.request('lab.read'), payload: { do: 'fill', letters: 900_000 } };
      expect((await client.ask(id, filling)).outcome.status).toBe('fulfilled');
    }
  });
});

describe('a heartbeat', () => {
  test('cuts off a side that is silent, with what it had in flight, and keeps one that answers', async () => {
    const { service, good, lab } = await openLab(limits({ heartbeatMs: 1000 }));
    const alive = await openClient(service.origin);
    const silent = await openClient(service.origin, { autoPong: false });
    silent.send({ id: 1, request: { ...good.request('lab.read'), payload: { do: 'wait', ms: 20_000 } } });
    await until(() => lab.acts.length === 1);
    expect(await silent.whenClosed(10_000)).toMatchObject({ code: 1006 });
    await until(() => lab.acts[0]?.abortedAfterMs !== undefined);
    expect((await alive.ask(1, good.request('lab.read'))).outcome.status).toBe('fulfilled');
    expect(await closedBy(service.origin)).toEqual([['silent', 1]]);
  });

  test('takes a request for a sign of life, too', async () => {
    const service = await openTestService(limits({ heartbeatMs: 1000 }));
    const client = await openClient(service.origin, { autoPong: false });
    for (let id = 0; id < 12; id += 1) {
      expect((await client.ask(id, goodRequest(service.settings))).outcome.status).toBe('fulfilled');
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(client.closed()).toBeUndefined();
  });
});
