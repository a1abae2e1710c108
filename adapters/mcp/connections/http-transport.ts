import { setTimeout as delay } from 'node:timers/promises';
import {
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import type { ServerTransport } from './server-transport.ts';

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

/** Stands in the error of a request whose stream ended before its answer. An object of ours: no server can send it. */
export const STREAM_ENDED: object = Object.freeze({ stream: 'ended' });

/** For the end of a session to be told. */
const LEAVE_MS = 1000;
/** Streams of the legacy era are taken up again so often, where they carry ids to do so by. */
const RECONNECTION = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 5000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 2,
};

/** A server over HTTP. A request whose stream breaks off ends at once: the SDK's own transport would have it wait for its time-out. */
export class HttpTransport extends StreamableHTTPClientTransport implements ServerTransport {
  readonly #url: URL;
  readonly #options: StreamableHTTPClientTransportOptions;
  readonly #alone = new Map<number, StreamableHTTPClientTransport>();

  constructor(url: URL, options: StreamableHTTPClientTransportOptions) {
    super(url, { ...options, reconnectionOptions: RECONNECTION });
    this.#url = url;
    this.#options = options;
  }

  /** A server that is gone is not waited for: it ends the session by itself some time. */
  async leave(): Promise<void> {
    const ended = this.terminateSession().catch(() => undefined);
    await Promise.race([ended, delay(LEAVE_MS, undefined, { ref: false })]);
    await this.close();
  }

  /** Nothing is known of the other side's end. */
  whyEnded(): undefined {
    return undefined;
  }

  override send(message: JSONRPCMessage, options: SendOptions = {}): Promise<void> {
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    // Ids that are texts are subscriptions, whose end the SDK looks after.
    if (typeof id !== 'number') return super.send(message, options);
    const onRequestStreamEnd = (): void => {
      options.onRequestStreamEnd?.();
      // Of a request that has been answered the SDK lets this fall.
      const error = { code: -32000, message: 'The stream ended before the answer', data: STREAM_ENDED };
      this.onmessage?.({ jsonrpc: '2.0', id, error });
    };
    const looked = { ...options, onRequestStreamEnd };
    return options.requestSignal === undefined ? super.send(message, looked) : this.#sendAlone(id, message, looked);
  }

  override async close(): Promise<void> {
    for (const transport of this.#alone.values()) await transport.close();
    await super.close();
  }

  /**
   * A request of the modern era stands alone, so it gets a transport that ends with it: on one that lives long the SDK joins the
   * signal of each request to the transport's own by `AbortSignal.any`, of which Node 20 keeps an entry for ever.
   */
  async #sendAlone(id: number, message: JSONRPCMessage, options: SendOptions): Promise<void> {
    const transport = new StreamableHTTPClientTransport(this.#url, this.#options);
    const leave = (): void => void this.#alone.delete(id);
    this.#alone.set(id, transport);
    options.requestSignal?.addEventListener('abort', leave, { once: true });
    transport.onmessage = (received) => {
      if ('id' in received && received.id === id) leave();
      this.onmessage?.(received);
    };
    transport.onerror = (error) => this.onerror?.(error);
    await transport.start();
    try {
      await transport.send(message, {
        ...options,
        onRequestStreamEnd: () => {
          leave();
          options.onRequestStreamEnd?.();
        },
      });
    } catch (error) {
      leave();
      throw error;
    }
  }
}
