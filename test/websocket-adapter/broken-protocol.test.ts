import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { until } from '../http/until.ts';
import { FRAME, frame, listenRaw, openRawBridge, shakeHands, unmask } from './listen-raw.ts';
import { bridgeOptions, openAdapter, openBridged } from './open-bridged.ts';
import type { Asked } from './serve-bridge.ts';

const PATIENCE_MS = 20_000;
const echo = ({ id, params, reply }: Asked): void => reply({ id, result: { ...params, done: true } });

interface Broken {
  readonly says: Buffer;
  readonly because: RegExp;
}

test.for<[string, Broken]>([
  ['a masked frame', { says: Buffer.from([0x81, 0x82, 1, 2, 3, 4, 0x7a, 0x7f]), because: /MASK/ }],
  ['a frame of no kind', { says: frame(0x83, '{}'), because: /opcode/ }],
  ['a compressed frame that nobody agreed to', { says: frame(0xc1, '{}'), because: /RSV1/ }],
  ['bytes that are no text', { says: frame(FRAME.text, Buffer.from([0xc3, 0x28])), because: /UTF-8/ }],
  ['the end of a message that never began', { says: frame(0x80, '{}'), because: /opcode/ }],
  ['a ping that is too long', { says: frame(FRAME.ping, 'x'.repeat(126)), because: /payload length/ }],
  ['a ping in two parts', { says: frame(0x09, 'x'), because: /FIN/ }],
  [
    'a frame of more bytes than there are',
    { says: Buffer.from([0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), because: /payload length/ },
  ],
  [
    'a message in parts without end',
    {
      says: Buffer.concat([frame(FRAME.textBegun, '['), ...Array.from({ length: 20_000 }, () => frame(FRAME.more))]),
      because: /fragments/,
    },
  ],
  [
    'a message in parts that is too large',
    {
      says: Buffer.concat([
        frame(FRAME.textBegun, '['),
        ...Array.from({ length: 10 }, () => frame(FRAME.more, ' '.repeat(60_000))),
      ]),
      because: /payload size/,
    },
  ],
  ['a close with a code that is none', { says: frame(FRAME.close, Buffer.from([0, 1])), because: /status code/ }],
])('a bridge that sends %s is cut off, and asked again over a new connection', async ([, { says, because }]) => {
  const bridge = await openRawBridge((socket) => void (bridge.sockets.length === 1 && socket.write(says)));
  const { act, adapter } = await openAdapter(bridgeOptions(bridge.url, { max_message_bytes: 500_000 }));
  expect(await act('bridge.act')).toMatchObject({
    effect: 'unknown',
    failure: { kind: 'adapter_misbehaved', message: expect.stringMatching(because) },
  });
  await until(() => bridge.sockets.length === 2, PATIENCE_MS);
  await until(async () => (await adapter.health()).status === 'healthy', PATIENCE_MS);
});

test.for<[string, (socket: Socket) => void, string]>([
  ['breaks off', (socket) => socket.resetAndDestroy(), 'broke off'],
  ['ends without a word', (socket) => socket.end(), 'broke off'],
  ['breaks off within its answer', (socket) => socket.end(Buffer.from([0x81, 100, 0x7b, 0x22])), 'broke off'],
  [
    'closes with a reason',
    (socket) => socket.write(frame(FRAME.close, Buffer.concat([Buffer.from([0x03, 0xf4]), Buffer.from('no\nmore')]))),
    'code 1012 (no\nmore)',
  ],
  ['closes without a reason', (socket) => socket.write(frame(FRAME.close)), 'code 1005'],
])('of a bridge that %s nobody knows what it did', async ([, end, says]) => {
  const bridge = await openRawBridge((socket) => void (bridge.sockets.length === 1 && end(socket)));
  const { act } = await openAdapter(bridgeOptions(bridge.url));
  const [acting, putting, reading] = await Promise.all(['act', 'put', 'read'].map((name) => act(`bridge.${name}`)));
  for (const acted of [acting, putting])
    expect(acted).toMatchObject({
      effect: 'unknown',
      failure: { kind: 'adapter_unavailable', message: expect.stringContaining(says) },
    });
  expect(reading).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  await until(() => bridge.sockets.length === 2, PATIENCE_MS);
});

test('a connection of which only one end is left is found out by its heartbeat', async () => {
  const bridge = await openRawBridge((socket) => void socket.pause()); // its host is gone: nothing is read, nothing is said
  const { act, look } = await openAdapter(bridgeOptions(bridge.url, { heartbeat_ms: 200 }));
  const [acted, seen] = await Promise.all([act('bridge.act'), look('Player')]);
  expect(acted).toMatchObject({ effect: 'unknown', failure: { message: expect.stringContaining('within 200 ms') } });
  expect(seen).toMatchObject({ kind: 'adapter_unavailable' });
  await until(() => bridge.sockets.length >= 2, PATIENCE_MS);
});

test('a bridge that is slow to send a large answer is no silent one', async () => {
  const answers = (id: string): Buffer => frame(FRAME.text, `{"id":"${id}","result":{"done":true}${' '.repeat(600)}}`);
  const bridge = await openRawBridge((socket, chunk) => {
    const text = unmask(chunk);
    const id = /"id":"([^"]+)"/.exec(text)?.[1];
    if (id === undefined) return; // a ping: it stands behind the answer
    const bytes = answers(id);
    let sent = 0;
    const timer = setInterval(() => {
      socket.write(bytes.subarray(sent, sent + 50));
      sent += 50;
      if (sent >= bytes.length) clearInterval(timer);
    }, 100);
  });
  const { act } = await openAdapter(bridgeOptions(bridge.url, { heartbeat_ms: 500 }));
  expect(await act('bridge.act')).toMatchObject({ effect: 'applied', verification: { status: 'verified' } });
  expect(bridge.sockets).toHaveLength(1);
});

test('a bridge that pings without end and reads no answer is cut off', async () => {
  const pings = Buffer.concat(Array.from({ length: 500 }, () => frame(FRAME.ping, 'x'.repeat(125))));
  const bridge = await openRawBridge((socket) => {
    if (bridge.sockets.length > 1) return;
    socket.pause();
    const flood = (): void => {
      while (!socket.destroyed && socket.write(pings));
    };
    socket.on('drain', flood);
    flood();
  });
  const { act } = await openAdapter(bridgeOptions(bridge.url));
  expect(await act('bridge.act')).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_unavailable' } });
  await until(() => bridge.sockets.length === 2, PATIENCE_MS);
});

test.for<[string, (socket: Socket) => void, RegExp]>([
  ['says nothing', () => undefined, /has not answered yet|within 3000 ms/],
  ['hangs up', (socket) => socket.end(), /hang up|ECONNRESET/],
  ['speaks something else', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), /Parse Error/],
  ['is a web server', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), /200/],
  ['wants a token', (socket) => socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n'), /401/],
  [
    'redirects',
    (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: ws://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'),
    /302/,
  ],
  ['agrees to the handshake of another', (socket) => socket.write(shakeHands('sec-websocket-key: x\r\n')), /Accept/],
  [
    'sends headers without end',
    (socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n');
      const header = `x: ${'y'.repeat(8000)}\r\n`;
      for (let count = 0; count < 20; count += 1) socket.write(header);
    },
    /overflow/i,
  ],
] as const)('what listens there and %s is no bridge', { timeout: 40_000 }, async ([, answer, says]) => {
  let asked = 0;
  const url = await listenRaw((socket) => {
    asked += 1;
    socket.once('data', () => answer(socket));
  });
  const { act, adapter, log } = await openAdapter(bridgeOptions(url));
  const acted = await act('bridge.act');
  expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  expect(acted.failure?.message).toMatch(says);
  expect(await adapter.health()).toMatchObject({ status: 'unhealthy', detail: expect.stringMatching(says) });
  await until(() => asked >= 3, PATIENCE_MS);
  expect(log).toMatchObject([{ message: 'the bridge is not connected' }]);
});

test.for<[string, false | string, RegExp]>([
  ['agrees to none', false, /no subprotocol/],
  ['agrees to another', 'bridge.v1', /invalid subprotocol/],
])('a bridge that %s of the subprotocols is not spoken to', async ([, agreed, says]) => {
  const { act, bridge } = await openBridged(echo, { subprotocol: 'bridge.v2' }, { handleProtocols: () => agreed });
  const acted = await act('bridge.act');
  expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  expect(acted.failure?.message).toMatch(says);
  expect(bridge.asked).toEqual([]);
});

test('what listens there and speaks no TLS is no bridge at wss://', async () => {
  const { bridge, act } = await openBridged(echo);
  const { act: actOverTls } = await openAdapter(bridgeOptions(bridge.url.replace('ws:', 'wss:')));
  expect(await actOverTls('bridge.act')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  expect(await act('bridge.act')).toMatchObject({ effect: 'applied' });
});
