import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawWebSocket {
  readonly socket: Socket;
  /** The head of the response to the handshake, and whatever came after it. */
  readonly received: () => Buffer;
}

/** Opens a WebSocket by hand, for what no client library would send. Nothing that comes in is answered. */
export function openRaw(origin: string, headers: Readonly<Record<string, string>> = {}): Promise<RawWebSocket> {
  const { hostname, port, host } = new URL(origin);
  const wanted = {
    Host: host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  };
  const lines = Object.entries(wanted).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
    );
    onTestFinished(() => void socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.includes('\r\n\r\n')) resolve({ socket, received: () => received });
    });
  });
}

const MASK = Buffer.from([1, 2, 3, 4]);

/** A client's frame, final and masked. */
export function rawFrame(payload: string | Buffer, opcode = 1): Buffer {
  const body = Buffer.from(payload);
  const masked = body.map((byte, index) => byte ^ (MASK[index % 4] ?? 0));
  const head = [0x80 | opcode];
  if (body.length < 126) head.push(0x80 | body.length);
  else if (body.length < 65_536) head.push(0x80 | 126, body.length >> 8, body.length & 0xff);
  else throw new Error('Longer than this helper writes');
  return Buffer.concat([Buffer.from(head), MASK, masked]);
}
