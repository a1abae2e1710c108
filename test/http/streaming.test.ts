import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WaybillRequest } from '../../contracts/request.ts';
import { exchange } from './exchange.ts';
import { type OpenLab, openLab } from './open-lab.ts';
import { openStream, parseEvents } from './open-stream.ts';
import { exchangeRaw } from './raw-socket.ts';
import { readAnswer } from './read-answer.ts';
import { until } from './until.ts';

const EVENTS = 'text/event-stream; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** A request whose client takes streams. */
function streaming({ good }: OpenLab, key: string, payload: WaybillRequest['payload'] = {}) {
  const request = good.request(key);
  return { ...request, client_capabilities: { ...request.client_capabilities, supports_streaming: true }, payload };
}

const requestLines = ({ service }: OpenLab) => service.log().filter(({ msg }) => msg === 'request');
const accept = (type: string) => ({ headers: { accept: type } });

describe('a streamed answer', () => {
  test.for(['/mcp/v2', '/mcp'])('at %s is progress in order, each as it happens, then one outcome', async (path) => {
    const lab = await openLab();
    const stream = openStream(lab.service.origin, streaming(lab, 'system.sleep', { ms: 900, steps: 3 }), { path });
    const { status, headers } = await stream.head;
    expect(stream.ended()).toBe(false);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': EVENTS,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await until(stream.ended);
    expect(stream.events()).toEqual([
      { event: 'progress', data: { fraction: 1 / 3, message: 'step 1 of 3' } },
      { event: 'progress', data: { fraction: 2 / 3, message: 'step 2 of 3' } },
      { event: 'progress', data: { fraction: 1, message: 'step 3 of 3' } },
      { event: 'outcome', data: expect.anything() },
    ]);
    expect(stream.events().at(-1)?.data).toMatchObject({
      outcome: { status: 'fulfilled', result: { slept_ms: 900 } },
      context: { next_id: expect.stringContaining('login-flow-') },
      trace_id: headers['x-trace-id'],
    });
    expect(requestLines(lab)).toMatchObject([{ transport: 'sse', http: 200, trace_id: headers['x-trace-id'] }]);
  });

  test('of which progress and outcome come at once is whole', async () => {
    const lab = await openLab();
    const body = streaming(lab, 'system.sleep', { ms: 10, steps: 1 });
    const { text } = await exchange(lab.service.origin, { ...accept('text/event-stream'), body });
    expect(parseEvents(text).map(({ event }) => event)).toEqual(['progress', 'outcome']);
  });

  test('waits for those that were asked for before on the same connection', async () => {
    const lab = await openLab();
    const asked = [300, 100, 200].map((ms) => {
      const body = JSON.stringify(streaming(lab, 'system.sleep', { ms, steps: 2 }));
      const head = `POST /mcp/v2 HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nConnection: ${ms === 200 ? 'close' : 'keep-alive'}`;
      return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    const { text } = await exchangeRaw(lab.service.origin, asked.join(''));
    expect(text.match(/event: \w+|"slept_ms":\d+/g)).toEqual(
      [300, 100, 200].flatMap((ms) => ['event: progress', 'event: progress', 'event: outcome', `"slept_ms":${ms}`]),
    );
  });

  test('continues the trace of its caller', async () => {
    const lab = await openLab();
    const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    const stream = openStream(lab.service.origin, streaming(lab, 'lab.read', { do: 'tell' }), { headers });
    expect((await stream.head).headers['x-trace-id']).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  test('that comes before any progress is one event with the headers of any answer', async () => {
    const lab = await openLab();
    const received = await exchange(lab.service.origin, {
      ...accept('text/event-stream'),
      body: streaming(lab, 'system.echo', { word: 'parcel' }),
    });
    expect(received).toMatchObject({
      status: 200,
      headers: { 'content-type': EVENTS, 'x-accel-buffering': 'no', 'x-mcp-resource-status': 'unchecked' },
    });
    const [only, ...more] = parseEvents(received.text);
    expect(more).toEqual([]);
    expect(only?.event).toBe('outcome');
    const { outcome } = readAnswer({ ...received, text: JSON.stringify(only?.data) });
    expect(outcome).toMatchObject({ status: 'fulfilled', result: { word: 'parcel' } });
  });

  test.for([
    { name: 'an unknown intent', key: 'lab.nothing', payload: {}, http: 404, code: 'no_route' },
    { name: 'a payload that does not fit', key: 'system.sleep', payload: {}, http: 422, code: 'payload_invalid' },
    {
      name: 'an upstream that is away',
      key: 'lab.read',
      payload: { do: 'fail', kind: 'adapter_unavailable', effect: 'none' },
      http: 503,
      code: 'adapter_unavailable',
    },
  ] as const)('to $name has the HTTP status $http', async ({ key, payload, http, code }) => {
    const lab = await openLab();
    const body = streaming(lab, key, payload);
    const received = await exchange(lab.service.origin, { ...accept('text/event-stream'), body });
    expect(received).toMatchObject({ status: http, headers: { 'content-type': EVENTS } });
    expect(parseEvents(received.text)).toMatchObject([{ event: 'outcome', data: { outcome: { error: { code } } } }]);
  });

  test.for([
    { name: 'when to come again', metadata: { fails: 'adapter_unavailable' }, http: 503, says: { 'retry-after': '2' } },
    {
      name: 'what the precheck found',
      metadata: { actual: 'off', reason: 'unplugged' },
      http: 409,
      says: { 'x-mcp-resource-status': 'invalid; reason=unplugged' },
    },
  ] as const)('that comes before any progress says $name in a header', async ({ metadata, http, says }) => {
    const lab = await openLab();
    const resources = [{ type: 'lever', identifier: 'left', state: 'on', metadata }];
    const body = { ...streaming(lab, 'lab.pull'), resources };
    const { status, headers } = await exchange(lab.service.origin, { ...accept('text/event-stream'), body });
    expect(status).toBe(http);
    expect(headers).toMatchObject(says);
  });

  test('to an envelope that is not valid is an event too, if it says that streams are taken', async () => {
    const lab = await openLab();
    const body = { ...streaming(lab, 'system.echo'), context: undefined };
    const received = await exchange(lab.service.origin, { ...accept('text/event-stream'), body });
    expect(received).toMatchObject({ status: 400, headers: { 'content-type': EVENTS } });
  });

  test('tells of a failure after progress in its outcome, under the status that the head had', async () => {
    const lab = await openLab();
    const payload = { do: 'tell', kind: 'adapter_failed', effect: 'partial' };
    const received = await exchange(lab.service.origin, {
      ...accept('text/event-stream'),
      body: streaming(lab, 'lab.act', payload),
    });
    expect(received.status).toBe(200);
    expect(parseEvents(received.text)).toMatchObject([
      { event: 'progress', data: { message: 'told 1' } },
      {
        event: 'outcome',
        data: { outcome: { status: 'partially_fulfilled', effect: 'partial', error: { code: 'adapter_failed' } } },
      },
    ]);
    expect(requestLines(lab)).toMatchObject([{ http: 502, failure: 'adapter_failed' }]);
  });

  test('ends with its outcome, whatever a late adapter tells afterwards', async () => {
    const lab = await openLab();
    const { intent, ...request } = streaming(lab, 'lab.act', { do: 'deaf', ms: 2500 });
    const stream = openStream(lab.service.origin, { ...request, intent: { ...intent, timeout_ms: 200 } });
    expect((await stream.head).status).toBe(504);
    await until(() => lab.lab.acts[0]?.endedAfterMs !== undefined);
    expect(stream.events()).toMatchObject([{ event: 'outcome', data: { outcome: { effect: 'unknown' } } }]);
  });

  test('is not compressed', async () => {
    const lab = await openLab();
    const request = streaming(lab, 'lab.read', { do: 'fill', letters: 5000 });
    const body = {
      ...request,
      client_capabilities: { ...request.client_capabilities, preferred_encoding: 'gzip' },
    };
    const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip, br' };
    const received = await exchange(lab.service.origin, { headers, body });
    expect(received.headers).not.toHaveProperty('content-encoding');
    expect(parseEvents(received.text)).toMatchObject([
      { event: 'outcome', data: { outcome: { status: 'fulfilled' } } },
    ]);
  });
});

describe('whether an answer is streamed', () => {
  test.for([
    { accepts: 'text/event-stream', gets: EVENTS },
    { accepts: 'Text/Event-Stream', gets: EVENTS },
    { accepts: 'text/event-stream, application/json', gets: EVENTS },
    { accepts: 'application/json, text/event-stream', gets: EVENTS },
    { accepts: 'application/vnd.mcp.v2+json, text/event-stream', gets: EVENTS },
    { accepts: 'text/event-stream, */*;q=0.1', gets: EVENTS },
    { accepts: 'application/json, text/event-stream;q=0.5', gets: JSON_TYPE },
    { accepts: 'text/event-stream;q=0, application/json', gets: JSON_TYPE },
    { accepts: '*/*', gets: JSON_TYPE },
    { accepts: 'application/json', gets: JSON_TYPE },
  ])('follows Accept: $accepts', async ({ accepts, gets }) => {
    const lab = await openLab();
    const body = streaming(lab, 'lab.read', { do: 'tell' });
    const received = await exchange(lab.service.origin, { ...accept(accepts), body });
    expect(received).toMatchObject({ status: 200, headers: { 'content-type': gets } });
    expect(requestLines(lab)).toMatchObject([{ transport: gets === EVENTS ? 'sse' : 'http' }]);
  });

  test('follows supports_streaming: a client without it gets JSON, however it asks', async () => {
    const lab = await openLab();
    const body = { ...lab.good.request('system.sleep'), payload: { ms: 100, steps: 5 } };
    const received = await exchange(lab.service.origin, { ...accept('text/event-stream'), body });
    expect(received.headers['content-type']).toBe(JSON_TYPE);
    expect(readAnswer(received).outcome.status).toBe('fulfilled');
  });

  test.for([
    { says: true, gets: EVENTS },
    { says: false, gets: JSON_TYPE },
  ])('follows the capabilities in the header, where it says $says', async ({ says, gets }) => {
    const lab = await openLab();
    const { client_capabilities, ...body } = lab.good.request('lab.read');
    const capabilities = JSON.stringify({ ...client_capabilities, supports_streaming: says });
    const headers = { accept: 'text/event-stream', 'x-client-capabilities': capabilities };
    const received = await exchange(lab.service.origin, { headers, body: { ...body, payload: { do: 'tell' } } });
    expect(received).toMatchObject({ status: 200, headers: { 'content-type': gets } });
  });

  test.for([
    { path: '/mcp/v2/explain', wants: (lab: OpenLab) => streaming(lab, 'lab.read') },
    { path: '/mcp/v2/contexts', wants: () => ({ domain: 'shop', business_key: 'user_1' }) },
  ])('is no question at $path', async ({ path, wants }) => {
    const lab = await openLab();
    const body = wants(lab);
    const received = await exchange(lab.service.origin, { path, ...accept('text/event-stream'), body });
    expect(received).toMatchObject({ status: 200, headers: { 'content-type': JSON_TYPE } });
  });
});

describe('while nothing is told', () => {
  /** Of the timers only those that repeat: requests still take their time. */
  function fakeIntervals(): void {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  }

  test('a comment every 15 seconds keeps the connection from being taken for dead', async () => {
    const lab = await openLab();
    fakeIntervals();
    const stream = openStream(lab.service.origin, streaming(lab, 'lab.read', { do: 'wait', ms: 20_000 }));
    await until(() => lab.lab.acts.length === 1);
    vi.advanceTimersByTime(15_000);
    const { status, headers } = await stream.head;
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(EVENTS);
    await until(() => stream.text() === ': keep-alive\n\n');
    vi.advanceTimersByTime(15_000);
    await until(() => stream.text() === ': keep-alive\n\n'.repeat(2));
    stream.leave();
  });

  test('a client that takes no streams is sent nothing either', async () => {
    const lab = await openLab();
    fakeIntervals();
    const body = { ...lab.good.request('lab.read'), payload: { do: 'wait', ms: 1000 } };
    const stream = openStream(lab.service.origin, body);
    await until(() => lab.lab.acts.length === 1);
    vi.advanceTimersByTime(60_000);
    expect((await stream.head).headers['content-type']).toBe(JSON_TYPE);
    await until(stream.ended);
    expect(stream.text()).toMatch(/^\{"intent"/);
  });
});

describe('a caller that leaves its stream', () => {
  test('has a read stopped at once', async () => {
    const lab = await openLab();
    const stream = openStream(lab.service.origin, streaming(lab, 'lab.read', { do: 'tell', ms: 20_000 }));
    await until(() => stream.events().length === 1);
    stream.leave();
    await until(() => requestLines(lab).length === 1);
    expect(lab.lab.acts[0]?.abortedAfterMs).toBeLessThan(10_000);
    expect(requestLines(lab)).toMatchObject([{ transport: 'sse', failure: 'cancelled', http: 499, caller_left: true }]);
  });

  test('has an act run to its end, once; the log tells its outcome', async () => {
    const lab = await openLab();
    const stream = openStream(lab.service.origin, streaming(lab, 'lab.act', { do: 'tell', ms: 1500 }));
    await until(() => stream.events().length === 1);
    stream.leave();
    await until(() => requestLines(lab).length === 1);
    expect(lab.lab.acts).toMatchObject([{ key: 'lab.act', abortedAfterMs: undefined }]);
    expect(requestLines(lab)).toMatchObject([
      { transport: 'sse', status: 'fulfilled', effect: 'applied', caller_left: true },
    ]);
  });

  test('before anything was streamed leaves the others served', async () => {
    const lab = await openLab();
    const stream = openStream(lab.service.origin, streaming(lab, 'lab.act', { do: 'deaf', ms: 1000 }));
    await until(() => lab.lab.acts.length === 1);
    stream.leave();
    await until(() => requestLines(lab).length === 1);
    const body = streaming(lab, 'lab.read', { do: 'tell' });
    expect(await exchange(lab.service.origin, { ...accept('text/event-stream'), body })).toMatchObject({ status: 200 });
    expect(lab.service.log().filter(({ level }) => level === 'error')).toEqual([]);
  });
});

test('a stream under way is told to its end when the service closes', async () => {
  const lab = await openLab();
  const stream = openStream(lab.service.origin, streaming(lab, 'lab.act', { do: 'tell', ms: 1500 }));
  await until(() => stream.events().length === 1);
  await lab.service.close();
  await until(stream.ended);
  expect(stream.events().at(-1)).toMatchObject({ event: 'outcome', data: { outcome: { status: 'fulfilled' } } });
});

test('a reader that stops reading loses progress, never the outcome; what waits for it is bounded', async () => {
  const lab = await openLab();
  // 64 MiB are told: the system's own buffers for a connection hold a few of them.
  const tell = { do: 'tell', count: 4096, letters: 16_384 };
  const stream = openStream(lab.service.origin, streaming(lab, 'lab.act', tell));
  await stream.head;
  stream.pause();
  await until(() => requestLines(lab).length === 1, 20_000);
  stream.resume();
  await until(stream.ended, 20_000);
  const events = stream.events();
  expect(stream.text().length).toBeLessThan(24 * 1_048_576);
  expect(events.at(-1)).toMatchObject({ event: 'outcome', data: { outcome: { result: { done: 4096 } } } });
  const told = events.slice(0, -1).map(({ data }) => Number(String(data.message).slice('told '.length)));
  expect(told.length).toBeGreaterThan(10);
  expect(told).toEqual([...told].sort((one, other) => one - other));
});
