import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { openBackEnd } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

const INTENTS: NonNullable<HttpOptions['intents']> = {
  'thing.look': { path: '/' },
  'thing.put': { method: 'PUT', path: '/', body: {} },
  'thing.make': { method: 'POST', path: '/', body: {} },
};

/** A server that answers with bytes, or breaks. Counts the requests by their first lines. */
async function openRaw(onRequest: (socket: Socket, count: number) => void) {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      if (!/^(GET|PUT|POST) /.test(bytes.toString('latin1'))) return;
      requests += 1;
      onRequest(socket, requests);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo; // `as`: it listens at a port
  return { origin: `http://127.0.0.1:${port}`, requests: () => requests };
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

describe('an upstream that breaks', () => {
  test.for([
    ['resets before it answers', (socket: Socket) => socket.resetAndDestroy(), 'adapter_unavailable', true],
    ['closes before it answers', (socket: Socket) => socket.end(), 'adapter_unavailable', true],
    ['closes within the head', (socket: Socket) => socket.end('HTTP/1.1 200 O'), 'adapter_unavailable', true],
    [
      'closes within the body',
      (socket: Socket) => socket.end(`${HEAD}content-length: 100\r\n\r\n{"a":`),
      'adapter_unavailable',
      true,
    ],
    [
      'resets within the body',
      (socket: Socket) => socket.write(`${HEAD}content-length: 100\r\n\r\n{`, () => socket.resetAndDestroy()),
      'adapter_unavailable',
      true,
    ],
    [
      'closes within a chunk',
      (socket: Socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n10\r\n{"a"`),
      'adapter_unavailable',
      true,
    ],
    ['answers what is no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'adapter_misbehaved', false],
    [
      'answers with two lengths',
      (socket: Socket) => socket.end(`${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n12`),
      'adapter_misbehaved',
      false,
    ],
  ] as const)('and %s leaves an act unknown, and a read without effect', async ([, breakIt, kind, transient]) => {
    const raw = await openRaw((socket) => void breakIt(socket));
    const target = await openHttpTarget({ base_url: raw.origin, intents: INTENTS });
    expect(await target.act('thing.make')).toMatchObject({ effect: 'unknown', transient, failure: { kind } });
    expect(raw.requests()).toBe(1);
    expect(await target.act('thing.put')).toMatchObject({ effect: 'unknown', failure: { kind } });
    expect(await target.act('thing.look')).toMatchObject({ effect: 'none', failure: { kind } });
    expect(raw.requests()).toBe(3);
  });

  test.for([
    ['refuses connections', 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['has no such name', 'http://no-such-host.invalid', 'ENOTFOUND'],
    ['speaks no TLS', undefined, ''],
  ] as const)('and %s can not be reached, and did nothing', async ([, address, code]) => {
    const plain = await openBackEnd((_request, response) => response.end());
    const base_url = address ?? plain.origin.replace('http:', 'https:');
    const target = await openHttpTarget({ base_url, intents: INTENTS });
    const acted = await target.act('thing.make');
    expect(acted).toMatchObject({ effect: 'none', transient: true, failure: { kind: 'adapter_unavailable' } });
    expect(acted.failure?.message).toMatch(new RegExp(`subject can't be reached: ${code}`));
    expect(await target.adapter.health()).toMatchObject({ status: address === undefined ? 'healthy' : 'unhealthy' });
  });

  test('by closing a connection that was kept does not get an act twice', async () => {
    // It answers once on each connection and then closes it, as a server does whose time for idle ones has passed.
    const raw = await openRaw((socket, count) => {
      if (count % 2 === 1) socket.write(`${HEAD}content-length: 2\r\n\r\n{}`);
      else socket.destroy();
    });
    const target = await openHttpTarget({ base_url: raw.origin, intents: INTENTS });
    const effects: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) effects.push((await target.act('thing.make')).effect);
    expect(effects).toEqual(Array.from({ length: 5 }, () => ['applied', 'unknown']).flat());
    expect(raw.requests()).toBe(10);
  });

  test('by closing idle connections is asked on a new one', async () => {
    let closed = 0;
    const backEnd = await openBackEnd((_request, response) => {
      const { socket } = response; // gone from the response once that has ended
      socket?.once('close', () => {
        closed += 1;
      });
      response.setHeader('content-type', 'application/json');
      response.end('{}', () => socket?.end());
    });
    const target = await openHttpTarget({ base_url: backEnd.origin, intents: INTENTS });
    for (let turn = 1; turn <= 10; turn += 1) {
      expect(await target.act('thing.make')).toMatchObject({ effect: 'applied' });
      await expect.poll(() => closed).toBe(turn);
    }
    expect(backEnd.received.length).toBe(10);
  });
});

test('an early hint is no answer yet', async () => {
  const raw = await openRaw((socket) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${HEAD}content-length: 7\r\n\r\n{"a":1}`),
  );
  const target = await openHttpTarget({ base_url: raw.origin, intents: INTENTS });
  expect(await target.act('thing.make')).toEqual({ effect: 'applied', result: { a: 1 } });
});

describe('an answer without end', () => {
  test('is cut off at its limit, announced or not', async () => {
    let sent = 0;
    const raw = await openRaw((socket) => {
      const more = (): void => {
        if (socket.destroyed) return;
        sent += 65_536;
        socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`, more);
      };
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`, more);
    });
    const target = await openHttpTarget({ base_url: raw.origin, intents: INTENTS });
    expect(await target.act('thing.make')).toMatchObject({
      effect: 'unknown',
      transient: false,
      failure: { kind: 'adapter_misbehaved', message: expect.stringContaining('and was cut off: 1048576') },
    });
    expect(sent).toBeLessThan(16_777_216);

    const announced = await openRaw((socket) => socket.write(`${HEAD}content-length: 2000000\r\n\r\n`));
    const other = await openHttpTarget({ base_url: announced.origin, intents: INTENTS, max_response_bytes: 1024 });
    expect(await other.act('thing.look')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_misbehaved' } });
  });

  test.for([
    ['no head', ''],
    ['no body', `${HEAD}content-length: 10\r\n\r\n`],
    ['half a body', `${HEAD}content-length: 10\r\n\r\n{"a"`],
  ])('with %s ends with the call', async ([, bytes]) => {
    const raw = await openRaw((socket) => socket.write(bytes ?? ''));
    const target = await openHttpTarget({ base_url: raw.origin, intents: INTENTS });
    for (const [intent, effect] of [
      ['thing.make', 'unknown'],
      ['thing.look', 'none'],
    ] as const) {
      const running = target.begin(intent);
      const before = raw.requests();
      while (raw.requests() === before) await new Promise((resolve) => setTimeout(resolve, 5));
      running.abort();
      expect(await running.ended).toMatchObject({ effect, failure: { kind: 'cancelled' } });
    }
  });

  test('to a handshake ends with the call, and nothing was sent', async () => {
    const mute = await openRaw(() => {});
    const target = await openHttpTarget({ base_url: mute.origin.replace('http:', 'https:'), intents: INTENTS });
    const running = target.begin('thing.make');
    await new Promise((resolve) => setTimeout(resolve, 100));
    running.abort();
    expect(await running.ended).toMatchObject({ effect: 'none', failure: { kind: 'cancelled' } });
  });

  test('is not even begun by a call that was stopped before', async () => {
    const backEnd = await openBackEnd((_request, response) => response.end());
    const target = await openHttpTarget({ base_url: backEnd.origin, intents: INTENTS });
    const { call } = target.begin('thing.look');
    await expect.poll(() => backEnd.received.length).toBe(1);
    const acted = await target.adapter.execute({ ...call, intentKey: 'thing.make', signal: AbortSignal.abort() });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'cancelled' } });
    expect(backEnd.received.length).toBe(1);
  });
});
