import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FailureKind } from '../../contracts/failure.ts';
import { openTestService, type TestService, testSettings } from '../open-test-service.ts';
import { goodRequest } from './good-request.ts';
import { openLab } from './open-lab.ts';
import { exchangeRaw } from './raw-socket.ts';
import { readAnswer } from './read-answer.ts';
import { until } from './until.ts';

const SHORT = { ...testSettings().limits, bodyMs: 1000, shutdownMs: 1000 };

interface RawRow {
  readonly name: string;
  readonly send: string | Buffer;
  readonly http: number;
  readonly kind: FailureKind;
  readonly says: string;
}

const head = (...lines: readonly string[]) => ['POST /mcp/v2 HTTP/1.1', ...lines, '', ''].join('\r\n');
const JSON_TYPE = 'Content-Type: application/json';

const ROWS: readonly RawRow[] = [
  { name: 'bytes that are no HTTP', send: 'hello\r\n\r\n', http: 400, kind: 'invalid_request', says: 'not HTTP/1.1' },
  {
    name: 'a TLS hello',
    send: Buffer.from('16030100c8010000c40303', 'hex'),
    http: 400,
    kind: 'invalid_request',
    says: 'not HTTP/1.1',
  },
  {
    name: 'headers of 32 KiB',
    send: head('Host: localhost', `X-Filler: ${'x'.repeat(32_768)}`),
    http: 431,
    kind: 'headers_too_large',
    says: 'larger than limits.header_bytes allows',
  },
  {
    name: 'two lengths, which could smuggle a request past a proxy',
    send: `${head('Host: localhost', JSON_TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    http: 400,
    kind: 'invalid_request',
    says: 'not HTTP/1.1',
  },
  {
    name: 'a chunk of no length',
    send: `${head('Host: localhost', JSON_TYPE, 'Transfer-Encoding: chunked')}{"intent":\r\n`,
    http: 400,
    kind: 'invalid_request',
    says: 'not HTTP/1.1',
  },
  {
    name: 'a request without Host',
    send: head('Content-Length: 0', 'Connection: close'),
    http: 403,
    kind: 'forbidden',
    says: 'addressed to a host name that this service does not answer to',
  },
  {
    name: 'a body that never arrives whole',
    send: `${head('Host: localhost', JSON_TYPE, 'Content-Length: 100')}{"intent":`,
    http: 504,
    kind: 'deadline_exceeded',
    says: 'The request did not arrive within 1000 ms',
  },
  {
    name: 'headers that never end',
    send: 'POST /mcp/v2 HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    http: 504,
    kind: 'deadline_exceeded',
    says: 'The request did not arrive within 1000 ms',
  },
  {
    name: 'an expectation that nobody can meet',
    send: head('Host: localhost', 'Expect: the-moon', 'Content-Length: 0', 'Connection: close'),
    http: 400,
    kind: 'invalid_request',
    says: 'The body is empty',
  },
];

describe('what no HTTP client would send is answered in the same envelope, once', () => {
  test.for(ROWS)('$name', async ({ send, http, kind, says }) => {
    const service = await openTestService({ limits: SHORT });
    const received = await exchangeRaw(service.origin, send);
    const { outcome, trace_id } = readAnswer(received);
    expect(received.status).toBe(http);
    expect(outcome).toMatchObject({ status: 'rejected', effect: 'none' });
    expect(outcome.error).toMatchObject({ code: kind, message: expect.stringContaining(says) });
    expect(requestLines(service)).toMatchObject([{ trace_id, http, failure: kind }]);
  });
});

test('garbage behind a request that is still running costs that request nothing', async () => {
  const service = await openTestService();
  const sleep = goodRequest(service.settings, 'system.sleep');
  const body = JSON.stringify({ ...sleep, payload: { ms: 100 } });
  const received = await exchangeRaw(
    service.origin,
    `${head('Host: localhost', JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`)}${body}hello\r\n\r\n`,
  );
  expect(received.status).toBe(200);
  expect(readAnswer(received).outcome).toMatchObject({ status: 'fulfilled', result: { slept_ms: 100 } });
  expect(requestLines(service)).toHaveLength(1);
});

test('garbage behind requests whose answers wait for one another overtakes none of them', async () => {
  const { service, good, lab } = await openLab();
  const act = (payload: Readonly<Record<string, unknown>>): string => {
    const body = JSON.stringify({ ...good.request('lab.act'), payload });
    return `${head('Host: localhost', JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`)}${body}`;
  };
  const socket = await connectTo(service);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  socket.write(`${act({ do: 'wait', ms: 1000 })}${act({})}`);
  await until(() => requestLines(service).length === 1);
  socket.write('hello\r\n\r\n');
  await until(() => socket.readableEnded);
  expect(
    Buffer.concat(received)
      .toString()
      .match(/HTTP\/1.1 \d+/g),
  ).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(lab.acts).toHaveLength(2);
});

test('a body that comes whole after it was refused as too late is not acted on', async () => {
  const { service, good, lab } = await openLab({ limits: SHORT });
  const act = (payload: Readonly<Record<string, unknown>>): string => {
    const body = JSON.stringify({ ...good.request('lab.act'), payload });
    return `${head('Host: localhost', JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`)}${body}`;
  };
  const late = act({});
  const socket = await connectTo(service);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  // The answer to the first keeps that to the second waiting, and with it the end of the connection.
  socket.write(`${act({ do: 'wait', ms: 4000 })}${late.slice(0, -10)}`);
  await until(() => requestLines(service).length === 1);
  socket.write(late.slice(-10));
  await until(() => socket.readableEnded, 10_000);
  expect(Buffer.concat(received).toString()).toMatch(/"fulfilled".*Nothing was done/s);
  expect(requestLines(service).map(({ http }) => http)).toEqual([504, 200]);
  expect(lab.acts).toHaveLength(1);
});

describe('a client that goes away', () => {
  test('while it sends its body is noted as cancelled, and is no bug', async () => {
    const service = await openTestService();
    const socket = await connectTo(service);
    socket.write(`${head('Host: localhost', JSON_TYPE, 'Content-Length: 100')}{"intent":`);
    await until(() => socket.bytesWritten > 0);
    socket.resetAndDestroy();
    await until(() => requestLines(service).length > 0);
    expect(requestLines(service)).toMatchObject([{ http: 499, failure: 'cancelled', effect: 'none' }]);
    expect(service.log().filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('before it sends anything leaves no line', async () => {
    const service = await openTestService();
    const socket = await connectTo(service);
    socket.destroy();
    const other = await exchangeRaw(service.origin, 'hello\r\n\r\n');
    expect(other.status).toBe(400);
    expect(requestLines(service)).toHaveLength(1);
  });
});

test('a client that neither reads nor closes keeps no connection, whatever it sent', async () => {
  const service = await openTestService({ limits: SHORT });
  const body = `${head('Host: localhost', JSON_TYPE, 'Content-Length: 1000000')}{`;
  const silent = await connectTo(service);
  const garbage = await connectTo(service);
  const slow = await connectTo(service);
  const dripping = await connectTo(service);
  garbage.write('hello\r\n\r\n');
  slow.write('POST /mcp/v2 HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  dripping.write(body);
  const sockets = [silent, garbage, slow, dripping];
  for (const socket of sockets) socket.on('error', () => undefined);
  const drip = setInterval(() => dripping.write(' '), 100);
  onTestFinished(() => clearInterval(drip));
  await new Promise((resolve) => setTimeout(resolve, 4000));
  clearInterval(drip);
  await until(() => {
    // What is written to a connection that the service has let go of is answered with a reset.
    for (const socket of sockets) socket.write(' ');
    return sockets.every(({ destroyed }) => destroyed);
  });
  // Nothing failed on the silent one.
  expect(requestLines(service).map(({ http }) => http)).toEqual([400, 504, 504]);
});

test('a connection serves on after a body that came whole and was refused', async () => {
  const service = await openTestService();
  const good = JSON.stringify(goodRequest(service.settings));
  const sent = ['{', '', good].map((body, index) => {
    const close = index === 2 ? ['Connection: close'] : [];
    return head('Host: localhost', JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`, ...close) + body;
  });
  const { text } = await exchangeRaw(service.origin, sent.join(''));
  // The first of the three answers lost its head to the parser of responses, and kept its body.
  expect(text.match(/"status":"(?:rejected|fulfilled)"/g)).toEqual([
    '"status":"rejected"',
    '"status":"rejected"',
    '"status":"fulfilled"',
  ]);
  expect(requestLines(service)).toHaveLength(3);
});

test('two requests on one connection are both answered, in order', async () => {
  const service = await openTestService();
  const body = JSON.stringify(goodRequest(service.settings));
  const one = (...lines: readonly string[]) =>
    head('Host: localhost', JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`, ...lines) + body;
  const { text } = await exchangeRaw(service.origin, one() + one('Connection: close'));
  expect(text.match(/"status":"fulfilled"/g)).toHaveLength(2);
});

function requestLines(service: TestService) {
  return service.log().filter(({ msg }) => msg === 'request');
}

async function connectTo(service: TestService): Promise<Socket> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}
