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
  constructor(url: URL, options: StreamableHTTPClientTransportOptions) {
    super(url, { ...options, reconnectionOptions: RECONNECTION });
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
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}
