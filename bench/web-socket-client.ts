import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { type BenchClient, LoadCount, type LoadResult, stayAwake } from './load-count.ts';

const FULFILLED = Buffer.from('"status":"fulfilled"');
/** A heartbeat: the next request is sign of life enough. */
const PING = 0x89;
/** RFC 6455 wants a client's frames masked; masking by zeros leaves the text as it is. */
const MASK = Buffer.alloc(4);

export interface WebSocketLoad {
  readonly port: number;
  /** Sent in turn, each by an id of its own. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly inFlight: number;
}

/**
 * A closed-loop client that keeps a number of requests in flight on each of its connections. Its frames are made in advance,
 * and of an answer it reads the length and whether it was fulfilled: a client must be cheaper than its server.
 */
export class WebSocketClient implements BenchClient {
  readonly #load: WebSocketLoad;
  readonly #frames: readonly Buffer[];
  readonly #sockets: Socket[] = [];
  readonly #count = new LoadCount();
  #next = 0;

  constructor(load: WebSocketLoad) {
    this.#load = load;
    this.#frames = load.bodies.map((body, index) => clientFrame(`{"id":${index},"request":${body}}`));
  }

  async start(): Promise<void> {
    for (let count = 0; count < this.#load.connections; count += 1) this.#sockets.push(await this.#open());
    for (const socket of this.#sockets) this.#send(socket, this.#load.inFlight);
    stayAwake(() => this.#sockets.length > 0);
  }

  measure(ms: number): Promise<LoadResult> {
    return this.#count.measure(ms);
  }

  stop(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  #open(): Promise<Socket> {
    const { port } = this.#load;
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => socket.write(handshake(port)));
      socket.on('error', reject);
      socket.once('data', (head: Buffer) => {
        if (head.toString('latin1', 9, 12) !== '101') reject(new Error(`Expected 101, found: ${head.toString()}`));
        let pending: Buffer = Buffer.alloc(0);
        socket.on('data', (chunk: Buffer) => {
          const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
          pending = bytes.subarray(this.#take(socket, bytes));
        });
        resolve(socket);
      });
    });
  }

  /** Counts the whole frames in the bytes and sends as many again; returns where the rest begins. */
  #take(socket: Socket, bytes: Buffer): number {
    let at = 0;
    let answers = 0;
    for (let end = frameEnd(bytes, at); end !== undefined; end = frameEnd(bytes, at)) {
      if (bytes[at] !== PING) {
        const found = bytes.indexOf(FULFILLED, at);
        if (found === -1 || found > end) this.#count.failed(`Not fulfilled: ${bytes.toString('utf8', at, end)}`);
        answers += 1;
      }
      at = end;
    }
    this.#count.finished(answers);
    this.#send(socket, answers);
    return at;
  }

  #send(socket: Socket, requests: number): void {
    if (socket.destroyed || requests === 0) return;
    socket.cork();
    for (let count = 0; count < requests; count += 1) {
      const frame = this.#frames[this.#next % this.#frames.length];
      this.#next += 1;
      if (frame !== undefined) socket.write(frame);
    }
    socket.uncork();
  }
}

function handshake(port: number): string {
  const key = randomBytes(16).toString('base64');
  return `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`;
}

/** A final text frame; RFC 6455, section 5.2. */
function clientFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length < 126 || length > 65_535) throw new Error(`Frames of 126 to 65535 bytes, found ${length}`);
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, length >> 8, length & 0xff]), MASK, Buffer.from(text)]);
}

/** Where the frame that begins here ends; undefined where it is not all there. */
function frameEnd(bytes: Buffer, at: number): number | undefined {
  if (bytes.length < at + 4) return undefined;
  const length = (bytes[at + 1] ?? 0) & 0x7f;
  if (length === 127) throw new Error('An answer of more than 65535 bytes');
  const end = length === 126 ? at + 4 + bytes.readUInt16BE(at + 2) : at + 2 + length;
  return end > bytes.length ? undefined : end;
}
