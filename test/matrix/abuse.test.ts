import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Replica, Replicas } from '../../bench/replicas/start-replicas.ts';
import { startTestReplicas } from '../gateway/open-replicas.ts';
import type { Good } from '../http/sheets/bad-request.ts';
import type { Came, Driver } from './drivers/driver.ts';
import { DRIVERS } from './drivers/drivers.ts';
import { matrixGood } from './good.ts';
import { newTrace } from './load-over-all.ts';
import { drip, openManyRaw, openRaw, type RawConnection } from './raw-connection.ts';

const BODY_MS = 1500;
const HEARTBEAT_MS = 1000;
const FRAME_BYTES = 65_536;
/** Generous: a collector that has nothing to fear leaves garbage lying about. */
const MOST_GROWN_KB = 150_000;

let replicas: Replicas;
let service: Replica;
let good: Good;
let restingKb = 0;

beforeAll(async () => {
  replicas = await startTestReplicas({
    count: 1,
    config: {
      limits: { body_ms: BODY_MS },
      websocket: { heartbeat_ms: HEARTBEAT_MS, frame_bytes: FRAME_BYTES },
      v1: { actions: { echo: { intent: 'system.echo' } } },
    },
  });
  const [only] = replicas.all;
  if (only === undefined) throw new Error('No process was started');
  service = only;
  good = matrixGood(replicas.secret);
  for (let round = 0; round < 20; round += 1) await askPolitely();
  restingKb = memoryKb();
});
afterAll(() => replicas.close());

afterEach(async () => {
  await askPolitely();
  expect(memoryKb() - restingKb).toBeLessThan(MOST_GROWN_KB);
});

/** Resident memory of the service's process. */
function memoryKb(): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))?.[1]);
}

/** One request over each transport, all of which must be answered as if nothing else were going on. */
async function askPolitely(): Promise<void> {
  const ask = async (driver: Driver) => {
    const { answer, v1 } = await driver.start(service.origin, { body: good.request() }, newTrace().traceparent).came;
    return { over: driver.name, isDone: answer?.outcome.status === 'fulfilled' || v1?.success };
  };
  const done = DRIVERS.map(({ name }) => ({ over: name, isDone: true }));
  expect(await Promise.all(DRIVERS.map(ask))).toEqual(done);
}

/** Serves polite clients for as long as the others go on. */
async function servedMeanwhile<Ended>(abuse: Promise<Ended>): Promise<Ended> {
  let isOver = false;
  const over = abuse.finally(() => {
    isOver = true;
  });
  while (!isOver) await askPolitely();
  return over;
}

const host = () => new URL(service.origin).host;
const dripAll = async (connections: readonly RawConnection[], parts: readonly string[]) => {
  await Promise.all(connections.map((connection) => drip(connection, parts, 100)));
  return Promise.all(connections.map(({ received }) => received));
};

function expectTimedOut(received: readonly string[]): void {
  for (const text of received) {
    expect(text).toMatch(/^HTTP\/1.1 504 /);
    expect(text).toContain('"code":"deadline_exceeded"');
  }
}

describe('connections', () => {
  test('200 that send their heads a line at a time are told that their time is up', async () => {
    const connections = await openManyRaw(service.origin, 200);
    const head = ['POST /mcp/v2 HTTP/1.1\r\n', `Host: ${host()}\r\n`, ...Array(60).fill('X-More: of it\r\n')];
    expectTimedOut(await servedMeanwhile(dripAll(connections, head)));
  });

  test.for(['/mcp/v2', '/mcp', '/mcp/polling', '/mcp/v1'])(
    '100 that send their bodies to %s a byte at a time',
    async (path) => {
      const connections = await openManyRaw(service.origin, 100);
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`;
      expectTimedOut(await servedMeanwhile(dripAll(connections, [head, ...Array(60).fill(' ')])));
    },
  );

  test('200 that stop in the middle and close their half are let go of', async () => {
    const connections = await openManyRaw(service.origin, 200);
    for (const { socket } of connections) {
      socket.end(
        `POST /mcp/v2 HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
      );
    }
    await servedMeanwhile(Promise.all(connections.map(({ received }) => received)));
  });

  test('1,000 that say nothing are let go of, without a word', async () => {
    const connections = await openManyRaw(service.origin, 1000);
    const received = await servedMeanwhile(Promise.all(connections.map((connection) => connection.received)));
    expect(new Set(received)).toEqual(new Set(['']));
    for (const { socket } of connections) socket.destroy();
  });

  test('100 WebSockets that answer no ping are cut off', async () => {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket({ autoPong: false })));
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await servedMeanwhile(Promise.all(closed));
  });
});

function openSocket(options: { readonly autoPong?: boolean } = {}): Promise<WebSocket> {
  const socket = new WebSocket(`${service.origin.replace('http', 'ws')}/mcp`, options);
  onTestFinished(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

describe('frames', () => {
  test('10,000 of garbage are each told what is wrong', async () => {
    const socket = await openSocket();
    const codes = new Map<string, number>();
    const told = new Promise<void>((resolve) => {
      let count = 0;
      socket.on('message', (bytes) => {
        const { code } = JSON.parse(bytes.toString()).answer.outcome.error;
        codes.set(code, (codes.get(code) ?? 0) + 1);
        count += 1;
        if (count === 10_000) resolve();
      });
    });
    const garbage = [
      '{',
      'null',
      '[]',
      '{"id":{}}',
      '{"id":"a","event":"dance"}',
      'ÿ',
      '""',
      '{"id":"a","__proto__":{}}',
    ];
    for (let count = 0; count < 10_000; count += 1) socket.send(garbage[count % garbage.length] ?? '');
    await servedMeanwhile(told);
    expect([...codes]).toEqual([['invalid_request', 10_000]]);
  });

  test.for([
    ['larger than a frame may be', 1009, Buffer.alloc(FRAME_BYTES * 8, ' '), false],
    ['not UTF-8', 1007, Buffer.from([0x22, 0xff, 0xfe, 0x22]), false],
  ] as const)('%s close their connection with %i', async ([_what, code, bytes, binary]) => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket()));
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.send(bytes, { binary });
    expect(new Set(await servedMeanwhile(Promise.all(closed)))).toEqual(new Set([code]));
  });
});

describe('bodies', () => {
  const deep = `{"payload":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const bodies = [
    ['20,000 levels deep', deep],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['with a forbidden name', '{"payload":{"__proto__":{}}}'],
  ] as const;
  const overHttp = DRIVERS.filter(({ name }) => ['http', 'mcp', 'sse', 'polling'].includes(name));

  test.for(bodies.flatMap(([what, body]) => overHttp.map((driver) => [what, driver.name, driver, body] as const)))(
    '%s over %s are refused a hundred times',
    async ([_what, _name, driver, body]) => {
      const ask = (): Promise<Came> => driver.start(service.origin, { body }, newTrace().traceparent).came;
      const came: readonly Came[] = await servedMeanwhile(Promise.all(Array.from({ length: 100 }, () => ask())));
      const codes = came.map(({ http, answer }) => `${http} ${answer?.outcome.error?.code}`);
      expect(new Set(codes)).toEqual(new Set(['400 invalid_request']));
    },
  );
});

test('a process that went through all this has broken nothing', async () => {
  expect(service.log().filter(({ level }) => level === 'error')).toEqual([]);
  expect(service.process.hasExited()).toBe(false);
  const { received, socket } = await openRaw(service.origin);
  socket.end(`GET /readyz HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`);
  expect(await received).toMatch(/^HTTP\/1.1 200 /);
});
