import { pipeline, type Readable, Transform, type Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** What a host has not read yet. Beyond it no more is read of the host, and progress is left out. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024;
/** Of one message, where a request may be smaller: what is larger ends the connection. The SDK's own default. */
const MOST_MESSAGE_BYTES = 10 * 1024 * 1024;

/**
 * What was asked before the end of the input is answered as long as it takes no longer: that input may be a file, or `echo`. Hosts
 * that close it before they end a process wait for two seconds.
 */
const LINGER_MS = 1500;
const NEWLINE = 0x0a;

/** The streams of a host that started this process and speaks with it over them. */
export interface HostStreams {
  readonly input: Readable;
  readonly output: Writable;
}

export interface HostTransportOptions extends HostStreams {
  readonly bodyBytes: number;
  /** What to say to a request instead of serving it. Requests are taken in their order, one after the other. */
  refuse(request: JSONRPCRequest): JSONRPCMessage | undefined | Promise<JSONRPCMessage | undefined>;
  /** Called once, when the host has gone. */
  onGone(): void;
}

/** Messages of a host, a line each: the SDK's transport, bounded, with a look at each request before it is served. */
export class HostTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: HostTransportOptions;
  readonly #wire: StdioServerTransport;
  readonly #unanswered = new Set<RequestId>();
  readonly #onAnswered = new Set<() => void>();
  readonly #input: Transform;
  #last: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(options: HostTransportOptions) {
    this.#options = options;
    const { output, bodyBytes } = options;
    const maxBufferSize = Math.max(MOST_MESSAGE_BYTES, 2 * bodyBytes);
    this.#input = lingering(() => this.whenAnswered());
    this.#wire = new StdioServerTransport(this.#input, output, { maxBufferSize });
    this.#wire.onmessage = (message) => this.#take(message);
    this.#wire.onerror = (error) => this.onerror?.(error);
    this.#wire.onclose = () => this.#closed();
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    output.on('drain', this.#onDrain);
    await this.#wire.start();
    pipeline(input, this.#input, () => undefined); // how it ends, the SDK's transport is told by it
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { output } = this.#options;
    if ('method' in message) {
      if (message.method === 'notifications/progress' && output.writableLength > MOST_UNREAD_BYTES) return;
    } else if (message.id !== undefined) this.#settle(message.id);
    const sent = this.#wire.send(message);
    if (output.writableLength > MOST_UNREAD_BYTES) this.#input.pause();
    await sent;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#wire.close();
  }

  /** Once no request waits for its answer any more, or nobody would read one. */
  whenAnswered(): Promise<void> {
    if (this.#unanswered.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onAnswered.add(resolve));
  }

  #take(message: JSONRPCMessage): void {
    // Subscriptions stay open until the end, and are answered by it.
    if (isRequest(message) && message.method !== 'subscriptions/listen') this.#unanswered.add(message.id);
    this.#last = this.#last.then(() => this.#pass(message)).catch((error) => this.onerror?.(error));
  }

  async #pass(message: JSONRPCMessage): Promise<void> {
    const refusal = isRequest(message) ? await this.#options.refuse(message) : undefined;
    if (refusal !== undefined) return this.send(refusal);
    this.onmessage?.(message);
    if ('method' in message && message.method === 'notifications/cancelled') this.#settleCancelled(message.params);
  }

  /** What was cancelled gets no answer. */
  #settleCancelled(params: object | undefined): void {
    if (params === undefined || !('requestId' in params)) return;
    const { requestId } = params;
    if (typeof requestId === 'string' || typeof requestId === 'number') this.#settle(requestId);
  }

  #tellAnswered(): void {
    if (this.#unanswered.size > 0) return;
    for (const resolve of this.#onAnswered) resolve();
    this.#onAnswered.clear();
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id);
    this.#tellAnswered();
  }

  readonly #onDrain = (): void => {
    if (!this.#isClosing) this.#input.resume();
  };

  #closed(): void {
    this.#options.output.off('drain', this.#onDrain);
    this.#unanswered.clear();
    this.#tellAnswered();
    this.onclose?.();
    if (!this.#isClosing) this.#options.onGone();
  }
}

/** Passes on what it is given, its last line as a whole one, and ends once that has been answered or a time is over. */
function lingering(whenAnswered: () => Promise<void>): Transform {
  let isWhole = true;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      isWhole = chunk.at(-1) === NEWLINE;
      done(null, chunk);
    },
    async flush(done) {
      if (!isWhole) this.push('\n');
      await nextTurn(); // for what was pushed to be taken
      await Promise.race([whenAnswered(), pause(LINGER_MS, undefined, { ref: false })]);
      done();
    },
  });
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}
