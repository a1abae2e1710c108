import { connect, type Socket } from 'node:net';
import { type BenchClient, LoadCount, type LoadResult, stayAwake } from './load-count.ts';

export interface Load {
  readonly port: number;
  readonly path: string;
  /** Sent in turn, so that no two requests after one another are the same. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `#` and zeros in the bodies, in whose place the client counts its requests over all slices. */
  readonly counted?: string;
}

/**
 * A closed-loop HTTP/1.1 keep-alive client, one request in flight a connection. Written here because a client must be
 * cheaper than the servers it compares: it parses nothing of a response but its status and its length.
 */
export class LoadClient implements BenchClient {
  readonly #requests: readonly Buffer[];
  readonly #sockets: Socket[] = [];
  readonly #load: Load;
  readonly #count = new LoadCount();
  /** Where in each request it counts. */
  readonly #counted: readonly number[];
  /** No other slice counts from here. */
  readonly #first = Date.now() * 1000;
  #next = 0;

  constructor(load: Load) {
    this.#load = load;
    const more = Object.entries(load.headers ?? {})
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.#requests = load.bodies.map((body) =>
      Buffer.from(
        `POST ${load.path} HTTP/1.1\r\nHost: 127.0.0.1:${load.port}\r\nContent-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    );
    this.#counted = this.#requests.map((request) => (load.counted === undefined ? -1 : request.indexOf(load.counted)));
  }

  async start(): Promise<void> {
    for (let count = 0; count < this.#load.connections; count += 1) this.#sockets.push(await this.#open());
    for (const socket of this.#sockets) this.#send(socket);
    stayAwake(() => this.#sockets.length > 0);
  }

  measure(ms: number): Promise<LoadResult> {
    return this.#count.measure(ms);
  }

  stop(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  #open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: this.#load.port, noDelay: true }, () => resolve(socket));
      socket.on('error', reject);
      let pending: Buffer = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const length = responseLength(pending);
        if (length === undefined || pending.length < length) return;
        this.#check(pending);
        pending = Buffer.alloc(0);
        this.#count.finished(1);
        this.#send(socket);
      });
    });
  }

  #send(socket: Socket): void {
    if (socket.destroyed) return;
    const request = this.#requests[this.#next % this.#requests.length];
    this.#next += 1;
    if (request === undefined) return;
    const at = this.#counted[(this.#next - 1) % this.#requests.length] ?? -1;
    if (at !== -1) request.write(String(this.#first + this.#next), at, 'latin1');
    socket.write(request);
  }

  #check(response: Buffer): void {
    if (response.toString('latin1', 9, 12) === '200') return;
    this.#count.failed(`Expected 200, found: ${response.toString('utf8', 0, 600)}`);
  }
}

function responseLength(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const text = bytes.toString('latin1', 0, head).toLowerCase();
  const at = text.indexOf('content-length:');
  if (at === -1) throw new Error(`A response without Content-Length: ${text}`);
  return head + 4 + Number.parseInt(text.slice(at + 15), 10);
}
