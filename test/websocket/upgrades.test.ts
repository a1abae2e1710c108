import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { goodRequest } from '../http/good-request.ts';
import { openLab } from '../http/open-lab.ts';
import { exchangeRaw } from '../http/raw-socket.ts';
import { parseAnswer, readAnswer } from '../http/read-answer.ts';
import type { Good } from '../http/sheets/bad-request.ts';
import { until } from '../http/until.ts';
import { openTestService, testSettings } from '../open-test-service.ts';
import { scrape } from '../telemetry/scrape.ts';
import { openClient } from './open-client.ts';
import { openRaw } from './raw-web-socket.ts';

const head = (raw: { readonly received: () => Buffer }) => raw.received().toString('latin1').split('\r\n\r\n')[0] ?? '';
const body = (raw: { readonly received: () => Buffer }) => raw.received().toString().split('\r\n\r\n')[1] ?? '';

describe('the subprotocol', () => {
  test.for([
    { offered: [], chosen: '', because: 'a client that cannot negotiate is served all the same' },
    { offered: ['mcp-v2'], chosen: 'mcp-v2', because: 'it is ours' },
    { offered: ['other', 'mcp-v2'], chosen: 'mcp-v2', because: 'it is ours, wherever it stands' },
    { offered: ['graphql-ws', 'x'], chosen: 'graphql-ws', because: 'clients drop a connection without one of theirs' },
  ])('of those offered, $offered, is "$chosen": $because', async ({ offered, chosen }) => {
    const service = await openTestService();
    const client = await openClient(service.origin, { protocols: offered });
    expect(client.webSocket.protocol).toBe(chosen);
    expect((await client.ask(1, goodRequest(service.settings))).outcome.status).toBe('fulfilled');
  });
});

describe('an upgrade', () => {
  test.for([
    [{ Origin: 'https://evil.example' }, 'a web page of another origin'],
    [{ Origin: 'null' }, 'a web page of another origin'],
    [{ Host: 'rebound.example' }, 'a host name that this service does not answer to'],
  ] as const)('with %j is refused as any request is', async ([headers, says]) => {
    const service = await openTestService();
    const raw = await openRaw(service.origin, headers);
    expect(head(raw)).toMatch(/^HTTP\/1.1 403 /);
    await until(() => raw.socket.closed);
    const { outcome, trace_id } = parseAnswer(JSON.parse(body(raw)));
    expect(outcome.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining(says) });
    expect(service.log()).toMatchObject([{ failure: 'forbidden', trace_id }]);
  });

  test('is made for pages of our own origin and of origins that are allowed', async () => {
    const listen = { ...testSettings().listen, allowedOrigins: ['https://app.example'] };
    const service = await openTestService({ listen });
    for (const origin of ['https://app.example', service.origin]) {
      const client = await openClient(service.origin, { headers: { origin } });
      expect((await client.ask(1, goodRequest(service.settings))).outcome.status).toBe('fulfilled');
    }
  });

  test.for([{ 'Sec-WebSocket-Key': 'short' }, { 'Sec-WebSocket-Version': '7' }, { 'Sec-WebSocket-Protocol': ',,' }])(
    'with %j is no handshake, and told so in the envelope of every answer',
    async (headers) => {
      const service = await openTestService();
      const raw = await openRaw(service.origin, headers);
      expect(head(raw)).toMatch(/^HTTP\/1.1 400 /);
      expect(parseAnswer(JSON.parse(body(raw))).outcome.error).toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('This is no WebSocket handshake'),
      });
      await until(() => raw.socket.closed);
    },
  );

  test('is counted while it is open, and by what ended it', async () => {
    const service = await openTestService();
    const client = await openClient(service.origin);
    await client.ask(1, goodRequest(service.settings));
    expect((await scrape(service.origin)).get('waybill_websocket_connections')).toEqual([{ labels: {}, value: 1 }]);
    client.webSocket.close();
    await client.whenClosed();
    const closed = async () => (await scrape(service.origin)).get('waybill_websocket_closed_total');
    expect(await closed()).toEqual([{ labels: { why: 'peer' }, value: 1 }]);
    expect((await scrape(service.origin)).get('waybill_websocket_connections')).toEqual([{ labels: {}, value: 0 }]);
  });

  test('to a WebSocket anywhere else gets what the path answers without', async () => {
    const service = await openTestService();
    const found = await exchangeRaw(
      service.origin,
      `GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(found.status).toBe(200);
  });
});

describe('an upgrade that is asked for before the request ahead of it was answered', () => {
  const act = (good: Good, ms: number, ...lines: readonly string[]) => {
    const text = JSON.stringify({ ...good.request('lab.act'), payload: { do: 'wait', ms } });
    const fixed = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`];
    return ['POST /mcp/v2 HTTP/1.1', ...fixed, ...lines, '', text].join('\r\n');
  };
  const webSocket = [
    'GET /mcp HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');
  const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMA'];

  const openSocket = (origin: string) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
    });
    return { socket, statuses: () => received.match(/(?<=HTTP\/1.1 )\d+/g) ?? [] };
  };

  test('is made after it', async () => {
    const { service, good } = await openLab();
    const { socket, statuses } = openSocket(service.origin);
    socket.write(`${act(good, 500)}${webSocket}`);
    await until(() => statuses().length === 2);
    expect(statuses()).toEqual(['200', '101']);
  });

  test('is made after one that never came to a route, too', async () => {
    const { service } = await openLab();
    const { socket, statuses } = openSocket(service.origin);
    socket.write(`GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n${webSocket}`);
    await until(() => statuses().length === 2);
    expect(statuses()).toEqual(['404', '101']);
  });

  test('is answered after it where it is not made', async () => {
    const { service, good, lab } = await openLab();
    const { socket, statuses } = openSocket(service.origin);
    socket.write(`${act(good, 500)}${act(good, 0, ...h2c)}${act(good, 0)}`);
    await until(() => statuses().length === 3);
    expect(statuses()).toEqual(['200', '200', '200']);
    expect(lab.acts).toHaveLength(3);
  });

  test('harms nobody where the client is gone by then', async () => {
    const { service, good, lab } = await openLab();
    const lateMs = 100;
    for (let count = 1; count <= 3; count += 1) {
      const { socket } = openSocket(service.origin);
      socket.write(`${act(good, lateMs, ...h2c)}${act(good, 0, ...h2c)}`);
      await until(() => lab.acts.length === count);
      setTimeout(() => socket.resetAndDestroy(), 1);
      // Held up meanwhile, this process finds the answer due before it reads that the client is gone.
      const endsAtMs = performance.now() + 2 * lateMs;
      while (performance.now() < endsAtMs);
    }
    await until(() => lab.acts.every(({ endedAfterMs }) => endedAfterMs !== undefined));
    // An error that nobody heard would fail this run.
    expect((await exchange(service.origin, { body: good.request('lab.act') })).status).toBe(200);
  });

  test('holds up the end of the service no longer than its budget', async () => {
    const { service, good, lab } = await openLab({ limits: { ...testSettings().limits, shutdownMs: 500 } });
    const { socket } = openSocket(service.origin);
    socket.write(`${act(good, 25_000)}${webSocket}`);
    await until(() => lab.acts.length === 1);
    const startedMs = performance.now();
    await service.close();
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});

describe('a request that asks for an upgrade that is not made', () => {
  const h2c = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };

  test.for(['/mcp/v2', '/mcp'])('is answered at %s as if it had not asked', async (path) => {
    const service = await openTestService();
    const payload = { text: 'ü'.repeat(50_000) };
    const received = await exchange(service.origin, {
      path,
      headers: h2c,
      body: { ...goodRequest(service.settings), payload },
    });
    expect(received.status).toBe(200);
    expect(readAnswer(received).outcome.result).toEqual(payload);
  });

  test.for(['origin', 'idempotency-key'])('means what it says with an empty %s', async (name) => {
    const { service, good, lab } = await openLab();
    const received = await exchange(service.origin, { headers: { ...h2c, [name]: '' }, body: good.request('lab.act') });
    expect(readAnswer(received).outcome.status).toBe('rejected');
    expect(lab.acts).toEqual([]);
  });

  test('keeps its connection, however often it asks', async () => {
    const service = await openTestService();
    const { port, hostname } = new URL(service.origin);
    const text = JSON.stringify(goodRequest(service.settings));
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    const answers = () => received.split('HTTP/1.1 200 ').length - 1;
    for (let count = 1; count <= 30; count += 1) {
      socket.write(
        `POST /mcp/v2 HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      );
      await until(() => answers() === count);
    }
    socket.destroy();
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});
