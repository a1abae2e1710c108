import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP server on a free port that does with each connection what it likes; it ends with the test. */
export async function listenRaw(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** A bridge that shakes hands as it should, and of which the test writes every byte from then on. */
export interface RawBridge {
  readonly url: string;
  /** The connections whose handshake was answered so far. */
  readonly sockets: readonly Socket[];
  /** How often something came after the handshake. */
  readonly heard: () => number;
}

/** `onMessage` is called with whatever comes after the handshake, masked as it is, a chunk each. */
export async function openRawBridge(onMessage: (socket: Socket, chunk: Buffer) => void): Promise<RawBridge> {
  const sockets: Socket[] = [];
  let chunks = 0;
  const url = await listenRaw((socket) => {
    let head = '';
    socket.on('data', (chunk) => {
      if (sockets.includes(socket)) {
        chunks += 1;
        onMessage(socket, chunk);
        return;
      }
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      sockets.push(socket);
      socket.write(shakeHands(head));
    });
  });
  return { url, sockets, heard: () => chunks };
}

/** RFC 6455 §4.2.2. */
export function shakeHands(head: string): string {
  const key = /^sec-websocket-key: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`;
}

/** The first byte of a frame: the end of a message, and what it is (RFC 6455 §5.2). */
export const FRAME = { more: 0x00, text: 0x81, textBegun: 0x01, close: 0x88, ping: 0x89 } as const;

/** A frame of a server with a payload of up to 65,535 bytes. */
export function frame(first: number, payload: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(payload);
  if (bytes.length < 126) return Buffer.concat([Buffer.from([first, bytes.length]), bytes]);
  return Buffer.concat([Buffer.from([first, 126, bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

/** The text of the one frame of a client in `chunk`: up to 65,535 bytes, masked. */
export function unmask(chunk: Buffer): string {
  const start = ((chunk[1] ?? 0) & 0x7f) === 126 ? 4 : 2;
  const mask = chunk.subarray(start, start + 4);
  return Buffer.from(chunk.subarray(start + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0))).toString();
}
