import { type Dispatcher, errors } from 'undici';
import type { Method } from './request-keys.ts';
import type { NoAnswer, Received } from './upstream-answer.ts';

export interface Sending {
  readonly method: Method;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface SendLimits {
  /** Aborts at the end of the time that there is, for the body too. */
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/** Sends one request, once, and reads the whole answer. Never rejects. */
export function send(
  dispatcher: Dispatcher,
  origin: string,
  sending: Sending,
  { signal, maxBytes }: SendLimits,
): Promise<Received | NoAnswer> {
  return new Promise((resolve) => {
    let sent = false;
    let running: Dispatcher.DispatchController | undefined;
    const finish = (end: Received | NoAnswer): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(end);
    };
    const giveUp = (end: NoAnswer): void => {
      finish(end);
      running?.abort(new Error('The answer is no longer wanted'));
    };
    const onAbort = (): void => giveUp({ why: 'stopped', sent, detail: '' });
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const answer = new PartialAnswer(sending.method, maxBytes, () =>
      giveUp({ why: 'too_large', sent, detail: String(maxBytes) }),
    );
    // The signal covers connecting, the head and the body: no time-outs of undici's own.
    dispatcher.dispatch(
      { ...sending, origin, body: sending.body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart: (controller) => {
          running = controller;
          // Nothing has been written yet: what was given up while it waited for a connection is never sent.
          if (signal.aborted) controller.abort(new Error('The request is no longer wanted'));
          else sent = true;
        },
        onResponseStart: (_controller, status, headers) => answer.start(status, headers),
        onResponseData: (_controller, chunk) => answer.take(chunk),
        onResponseEnd: () => finish(answer.whole()),
        onResponseError: (_controller, error) => finish({ why: whyFailed(error, sent), sent, detail: codeOf(error) }),
      },
    );
  });
}

/** Collects an answer up to its limit. */
class PartialAnswer {
  readonly #method: Method;
  readonly #maxBytes: number;
  readonly #onTooLarge: () => void;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: Record<string, string> = {};

  constructor(method: Method, maxBytes: number, onTooLarge: () => void) {
    this.#method = method;
    this.#maxBytes = maxBytes;
    this.#onTooLarge = onTooLarge;
  }

  start(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    this.#status = status;
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]),
    );
    const announced = Number(this.#headers['content-length'] ?? 0);
    if (this.#method !== 'HEAD' && announced > this.#maxBytes) this.#onTooLarge();
  }

  take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.#onTooLarge();
    else this.#chunks.push(chunk);
  }

  whole(): Received {
    return { status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#chunks) };
  }
}

const NO_HTTP = [errors.HTTPParserError, errors.ResponseContentLengthMismatchError, errors.HeadersOverflowError];

function whyFailed(error: Error, sent: boolean): NoAnswer['why'] {
  if (!sent) return 'unreachable';
  return NO_HTTP.some((kind) => error instanceof kind) ? 'unreadable' : 'broken';
}

/** The words of an error may hold an address, its code never does. */
export function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  if (typeof code === 'string' && code !== '') return code;
  if (error instanceof errors.HTTPParserError) return 'the head of its answer can not be read';
  // All addresses of a name were tried: each has an error of its own.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'no connection';
}
