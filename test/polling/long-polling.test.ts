import { request as openRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { openLab } from '../http/open-lab.ts';
import { readAnswer } from '../http/read-answer.ts';
import { until } from '../http/until.ts';
import { begin, follow, get, poll, withCursor } from './poll.ts';

const POLLING = { userAgents: [], maxWaitMs: 30_000, running: 1000, kept: 1000, keepMs: 300_000 };
const SLEEP = 'system.sleep';

const errorOf = (received: Awaited<ReturnType<typeof exchange>>) => readAnswer(received).outcome.error;

describe('POST /mcp/polling', () => {
  test('answers 200 with the answer where it is there in time, and keeps nothing', async () => {
    const { service, good } = await openLab();
    const { end, headers } = await poll(service.origin, { body: good.request() });
    expect(end).toMatchObject({ cursor: 0, events: [], status: 200, answer: { outcome: { status: 'fulfilled' } } });
    expect(headers).toMatchObject({ 'x-trace-id': end?.answer.trace_id, 'cache-control': 'no-store' });
    const metrics = await exchange(service.origin, { method: 'GET', path: '/metrics' });
    expect(metrics.text).toContain('waybill_exchanges{state="kept"} 0');
  });

  test('tells the events of a run that ends in time with its answer', async () => {
    const { service, good } = await openLab();
    const body = { ...good.request(SLEEP), payload: { ms: 60, steps: 3 } };
    const { end } = await poll(service.origin, { body, waitS: 20 });
    expect(end?.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(end?.cursor).toBe(3);
  });

  test('gives the status inside that the outcome has elsewhere', async () => {
    const { service, good } = await openLab();
    const { end } = await poll(service.origin, {
      body: { ...good.request(), context: { id: 'nothing', business_key: 'u' } },
    });
    expect(end).toMatchObject({ status: 400, answer: { outcome: { error: { code: 'context_malformed' } } } });
  });

  test.for([
    { what: 'no JSON', sent: { body: '{' }, http: 400, kind: 'invalid_request' },
    { what: 'too much', sent: { body: 'x'.repeat(2_000_000) }, http: 413, kind: 'payload_too_large' },
    {
      what: 'another type',
      sent: { body: 'x', headers: { 'content-type': 'text/plain' } },
      http: 415,
      kind: 'unsupported_media_type',
    },
    { what: 'another method', sent: { method: 'PUT' }, http: 405, kind: 'method_not_allowed' },
    {
      what: 'a foreign page',
      sent: { body: {}, headers: { origin: 'https://evil.example' } },
      http: 403,
      kind: 'forbidden',
    },
  ])('refuses $what as elsewhere: no exchange comes to be', async ({ sent, http, kind }) => {
    const { service } = await openLab();
    const received = await exchange(service.origin, { path: '/mcp/polling', ...sent });
    expect(received.status).toBe(http);
    expect(errorOf(received)?.code).toBe(kind);
  });

  test('answers 202 once the wait is over, and says where to go on', async () => {
    const { service, good } = await openLab();
    const polled = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 30_000 } });
    expect(polled.location).toBe(`/mcp/polling/${polled.pending.ticket}?cursor=0`);
    expect(polled.pending).toMatchObject({ cursor: 0, events: [], retry_after_ms: 1000 });
    expect(polled.headers['preference-applied']).toBe('wait=0');
    expect(polled.location.length).toBeLessThan(600);
    await poll(service.origin, { method: 'DELETE', path: polled.location });
  });

  test.for([
    { prefer: 'wait=0', applied: 'wait=0' },
    { prefer: 'respond-async, wait=0', applied: 'wait=0' },
    { prefer: 'Wait="0"; x=y', applied: 'wait=0' },
    { prefer: 'wait=99999', applied: 'wait=1' },
    { prefer: 'wait=soon', applied: undefined },
    { prefer: 'wait=-1', applied: undefined },
    { prefer: 'await=0', applied: undefined },
  ])('applies $prefer as $applied', async ({ prefer, applied }) => {
    const { service, good } = await openLab({ polling: { ...POLLING, maxWaitMs: 1000 } });
    const body = { ...good.request(SLEEP), payload: { ms: 20_000 } };
    const startedMs = performance.now();
    const polled = await poll(service.origin, { body, headers: { prefer } });
    expect(polled.headers['preference-applied']).toBe(applied);
    if (applied !== 'wait=0') expect(performance.now() - startedMs).toBeGreaterThan(900);
    expect(polled.pending?.retry_after_ms).toBe(applied === 'wait=0' ? 1000 : 0);
    await poll(service.origin, { method: 'DELETE', path: polled.pending === undefined ? '' : polled.location });
  });

  test('refuses what is more than polling.running with overloaded, and takes more once one has ended', async () => {
    const { service, good } = await openLab({ polling: { ...POLLING, running: 2 } });
    const body = { ...good.request(SLEEP), payload: { ms: 20_000 } };
    const [first, second] = [await begin(service.origin, body), await begin(service.origin, body)];
    const received = await exchange(service.origin, { path: '/mcp/polling', body });
    expect(received.status).toBe(503);
    expect(received.headers['retry-after']).toBe('1');
    expect(errorOf(received)).toMatchObject({ code: 'overloaded', message: expect.stringContaining('2 exchanges') });
    await poll(service.origin, { method: 'DELETE', path: first.location });
    expect((await poll(service.origin, { body: good.request() })).end?.status).toBe(200);
    await poll(service.origin, { method: 'DELETE', path: second.location });
  });
});

describe('a poll', () => {
  test('is answered as soon as an event is there, each exactly once to those who follow the cursors', async () => {
    const { service, good } = await openLab();
    const { location } = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 1000, steps: 20 } });
    const { events, end } = await follow([service.origin], location, 20);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(events.map(({ progress }) => progress.message)).toEqual(
      Array.from({ length: 20 }, (_, index) => `step ${index + 1} of 20`),
    );
    expect(end).toMatchObject({ cursor: 20, status: 200, answer: { outcome: { result: { slept_ms: 1000 } } } });
  });

  test('with an old cursor tells the same events again, also after the end', async () => {
    const { service, good } = await openLab();
    const { location } = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 200, steps: 4 } });
    const { events, end } = await follow([service.origin], location, 20);
    const again = await get(service.origin, withCursor(location, 0));
    expect(again.end).toEqual({ ...end, events });
    const rest = await get(service.origin, withCursor(location, 2));
    expect(rest.end?.events).toEqual(events.slice(2));
    const without = await get(service.origin, location.replace(/\?.*/, ''));
    expect(without.end?.events).toEqual(events);
  });

  test('is one of many on the same exchange, and all are told', async () => {
    const { service, good } = await openLab();
    const { location } = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 600, steps: 3 } });
    const followed = await Promise.all(Array.from({ length: 8 }, () => follow([service.origin], location, 20)));
    for (const { events } of followed) expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test.for(['4', '-1', '1.5', 'x', '', '1&cursor=2', '99999999999999999999'])(
    'with the cursor %j is refused as invalid',
    async (cursor) => {
      const { service, good } = await openLab();
      const { location } = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 100, steps: 3 } });
      await follow([service.origin], location, 20);
      for (const method of ['GET', 'DELETE']) {
        const received = await exchange(service.origin, { method, path: withCursor(location, cursor) });
        expect(received.status).toBe(400);
        expect(errorOf(received)).toMatchObject({ code: 'invalid_request', field: 'cursor' });
      }
    },
  );

  test('that is given up by its client frees its place at once; the exchange runs on', async () => {
    const { service, good, lab } = await openLab();
    const body = { ...good.request('lab.read'), payload: { do: 'wait', ms: 1500 } };
    const { location } = await begin(service.origin, body);
    const outgoing = openRequest(new URL(location, service.origin), { agent: false });
    outgoing.on('error', () => {}); // it is destroyed on purpose
    outgoing.end();
    await until(() => outgoing.socket !== null && outgoing.socket.bytesWritten > 0);
    outgoing.destroy();
    const { end } = await follow([service.origin], location, 20);
    expect(end).toMatchObject({ status: 200, answer: { outcome: { status: 'fulfilled' } } });
    expect(lab.acts).toMatchObject([{ abortedAfterMs: undefined }]);
  });

  test('tells more events than fit one answer page by page, before the end', async () => {
    const { service, good } = await openLab();
    const body = { ...good.request(SLEEP), payload: { ms: 0, steps: 1000 } };
    const first = await poll(service.origin, { body, waitS: 20 });
    if (first.pending === undefined) throw new Error('a thousand events in one answer');
    expect(first.pending.retry_after_ms).toBe(0);
    const { events, end } = await follow([service.origin], first.location, 20);
    const seqs = [...first.pending.events, ...events].map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(end.status).toBe(200);
  });

  test('is answered in the encoding that the client prefers, once there is an answer', async () => {
    const { service, good } = await openLab();
    const request = good.request('lab.act');
    const capabilities = { ...request.client_capabilities, preferred_encoding: 'gzip' };
    const body = { ...request, client_capabilities: capabilities, payload: { do: 'fill', letters: 5000 } };
    const headers = { 'accept-encoding': 'gzip' };
    const received = await exchange(service.origin, { path: '/mcp/polling', body, headers });
    expect(received.headers['content-encoding']).toBe('gzip');
    expect(received.bytes.length).toBeLessThan(1000);
  });
});

test.for(['HEAD', 'POST', 'PUT', 'PATCH'])('%s of a ticket is refused: it is polled with GET', async (method) => {
  const { service } = await openLab();
  const received = await exchange(service.origin, { method, path: '/mcp/polling/ticket' });
  expect([received.status, received.headers.allow]).toEqual([405, 'GET, DELETE']);
  if (method === 'HEAD') return;
  expect(errorOf(received)?.message).toBe(`/mcp/polling/{ticket} takes GET, DELETE, found ${method}`);
});

describe('DELETE', () => {
  test('cancels, and answers with what came of it', async () => {
    const { service, good, lab } = await openLab();
    const { location } = await begin(service.origin, {
      ...good.request('lab.act'),
      payload: { do: 'wait', ms: 20_000, effect: 'partial' },
    });
    await until(() => lab.acts.length === 1);
    const { end } = await poll(service.origin, { method: 'DELETE', path: location });
    expect(end).toMatchObject({
      status: 499,
      answer: { outcome: { status: 'partially_fulfilled', effect: 'partial', error: { code: 'cancelled' } } },
    });
    expect(lab.acts[0]?.abortedAfterMs).toBeLessThan(10_000);
    expect((await get(service.origin, location)).end).toEqual(end);
  });

  test.for(['application/json', 'text/plain', 'no type'])(
    'cancels, though the client says %s of a body that it does not send',
    async (type) => {
      const { service, good } = await openLab();
      const { location } = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 20_000 } });
      const headers = { 'content-type': type };
      const { end } = await poll(service.origin, { method: 'DELETE', path: location, headers });
      expect(end).toMatchObject({ status: 499, answer: { outcome: { error: { code: 'cancelled' } } } });
    },
  );

  test('of what has finished changes nothing, and tells its end', async () => {
    const { service, good } = await openLab();
    const { location } = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 100 } });
    const { end } = await follow([service.origin], location, 20);
    const deleted = await poll(service.origin, { method: 'DELETE', path: withCursor(location, 1) });
    expect(deleted.end).toEqual({ ...end, events: [] });
  });

  test('answers 202 where the end takes longer than the client waits', async () => {
    const { service, good, lab } = await openLab();
    const body = { ...good.request('lab.act'), payload: { do: 'deaf', ms: 1500 } };
    const { location } = await begin(service.origin, body);
    await until(() => lab.acts.length === 1);
    const deleted = await poll(service.origin, { method: 'DELETE', path: location, waitS: 0 });
    expect(deleted.status).toBe(202);
    const { end } = await follow([service.origin], location, 20);
    expect(end.answer.outcome).toMatchObject({ effect: 'unknown', error: { code: 'cancelled' } });
  });
});

describe('a client that goes away', () => {
  test('before it has a ticket cancels nothing, and leaves nothing behind', async () => {
    const { service, good, lab } = await openLab();
    const outgoing = openRequest(new URL('/mcp/polling', service.origin), {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    outgoing.on('error', () => {}); // it is destroyed on purpose
    outgoing.end(JSON.stringify({ ...good.request('lab.read'), payload: { do: 'wait', ms: 1000 } }));
    await until(() => lab.acts.length === 1);
    outgoing.destroy();
    await until(() => lab.acts[0]?.endedAfterMs !== undefined);
    expect(lab.acts[0]?.abortedAfterMs).toBeUndefined();
    const metrics = await exchange(service.origin, { method: 'GET', path: '/metrics' });
    expect(metrics.text).toContain('waybill_exchanges{state="running"} 0');
    expect(metrics.text).toContain('waybill_exchanges{state="kept"} 0');
  });
});

describe('a finished exchange', () => {
  test('is kept for polling.keep_ms', async () => {
    const { service, good } = await openLab({ polling: { ...POLLING, keepMs: 1000 } });
    const { location } = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 100 } });
    await follow([service.origin], location, 20);
    expect((await get(service.origin, location)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const received = await exchange(service.origin, { method: 'GET', path: location });
    expect(received.status).toBe(404);
    expect(errorOf(received)).toMatchObject({ code: 'not_found', message: expect.stringContaining('for 1000 ms') });
  });

  test('makes place for newer ones: the oldest goes first', async () => {
    const { service, good } = await openLab({ polling: { ...POLLING, kept: 2 } });
    const locations: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { location } = await begin(service.origin, { ...good.request(SLEEP), payload: { ms: 50 } });
      await follow([service.origin], location, 20);
      locations.push(location);
    }
    const statuses = await Promise.all(
      locations.map(async (path) => (await exchange(service.origin, { method: 'GET', path })).status),
    );
    expect(statuses).toEqual([404, 200, 200]);
  });
});
