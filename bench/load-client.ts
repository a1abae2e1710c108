import { connect, type Socket } from 'node:net';

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
}

export interface Load {
  readonly port: number;
  readonly path: string;
  /** Sent in turn, so that no two requests after one another are the same. */
  readonly bodies: readonly string[];
  readonly connections: number;
}

/**
 * A closed-loop HTTP/1.1 keep-alive client, one request in flight a connection. Written here because a client must be
 * cheaper than the servers it compares: it parses nothing of a response but its status and its length.
 */
export class LoadClient {
  readonly #requests: readonly Buffer[];
  readonly #sockets: Socket[] = [];
  readonly #load: Load;
  #next = 0;
  #finished = 0;
  #failure: Error | undefined;

  constructor(load: Load) {
    this.#load = load;
    this.#requests = load.bodies.map((body) =>
      Buffer.from(
        `POST ${load.path} HTTP/1.1\r\nHost: 127.0.0.1:${load.port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    );
  }

  async start(): Promise<void> {
    for (let count = 0; count < this.#load.connections; count += 1) this.#sockets.push(await this.#open());
    for (const socket of this.#sockets) this.#send(socket);
    this.#stayAwake();
  }

  /**
   * A client that sleeps between answers has to be woken by each, and on a virtual machine waking another processor costs
   * the server some 10 µs an answer: it would pay for being slower than its client. So the client never sleeps.
   */
  #stayAwake(): void {
    if (this.#sockets.length > 0) setImmediate(() => this.#stayAwake());
  }

  /** Counts what is answered in the given time. Throws where anything but a 200 came back. */
  async measure(ms: number): Promise<LoadResult> {
    const before = this.#finished;
    const startedMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (this.#failure !== undefined) throw this.#failure;
    return { requests: this.#finished - before, seconds: (performance.now() - startedMs) / 1000 };
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
        this.#finished += 1;
        this.#send(socket);
      });
    });
  }

  #send(socket: Socket): void {
    if (socket.destroyed) return;
    const request = this.#requests[this.#next % this.#requests.length];
    this.#next += 1;
    if (request !== undefined) socket.write(request);
  }

  #check(response: Buffer): void {
    if (response.toString('latin1', 9, 12) === '200') return;
    this.#failure ??= new Error(`Expected 200, found: ${response.toString('utf8', 0, 600)}`);
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
