import type { Progress } from '../contracts/progress.ts';
import { readEvents } from './read-events.ts';
import { WaybillClientError } from './waybill-client-error.ts';

export interface Exchange {
  readonly url: URL;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** With it, a streamed answer is asked for. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether the service acts on this request at all. */
  readonly acts: boolean;
}

export interface JsonAnswer {
  readonly httpStatus: number;
  readonly json: unknown;
}

const EVENT_STREAM = 'text/event-stream';

/** Error codes of connections that never came to be. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  // Ports that fetch refuses to speak to, by the WHATWG's list; such an error has no code of its own.
  'bad port',
]);

/** Posts JSON and reads JSON; every other end is a WaybillClientError. Never sends twice. */
export async function postJson(exchange: Exchange): Promise<JsonAnswer> {
  if (exchange.signal?.aborted === true) throw abortedError(false, exchange.signal.reason);
  const limit = openTimeLimit(exchange);
  try {
    const response = await fetch(exchange.url, {
      method: 'POST',
      headers: {
        ...exchange.headers,
        'content-type': 'application/json',
        accept: exchange.onProgress === undefined ? 'application/json' : `${EVENT_STREAM}, application/json`,
      },
      body: JSON.stringify(exchange.body),
      signal: limit.signal,
      // A redirect would carry the action to a place that the caller did not name.
      redirect: 'manual',
    });
    return readJson(await readText(response, exchange), response, exchange);
  } catch (error) {
    throw error instanceof WaybillClientError ? error : translateError(error, exchange, limit.signal);
  } finally {
    limit.close();
  }
}

/** One signal for both, whose listener is taken off again: AbortSignal.any keeps an entry a call on long-lived signals. */
function openTimeLimit({ timeoutMs, signal }: Exchange) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('time limit', 'TimeoutError')), timeoutMs);
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    close() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

/** The answer's JSON, or whatever came instead of it. */
async function readText(response: Response, { onProgress, url, acts }: Exchange): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) ?? false;
  if (!isStream || onProgress === undefined || response.body === null) return response.text();
  const outcome = await readEvents(response.body, onProgress);
  if (outcome !== undefined) return outcome;
  const message = `the stream from ${url.origin} ended before the outcome had come`;
  throw new WaybillClientError({ kind: 'interrupted', message, mayHaveActed: acts });
}

function readJson(text: string, response: Response, exchange: Exchange): JsonAnswer {
  try {
    return { httpStatus: response.status, json: JSON.parse(text) };
  } catch (cause) {
    const type = response.headers.get('content-type') ?? 'no content type';
    throw new WaybillClientError({
      kind: 'bad_answer',
      message: `expected JSON from ${exchange.url.href}, found HTTP ${response.status} with ${type}; is this address Waybill's?`,
      httpStatus: response.status,
      mayHaveActed: exchange.acts && response.status !== 404 && response.status !== 429 && response.status !== 503,
      cause,
    });
  }
}

function abortedError(mayHaveActed: boolean, cause: unknown): WaybillClientError {
  return new WaybillClientError({ kind: 'aborted', message: 'aborted by the caller', mayHaveActed, cause });
}

function translateError(
  error: unknown,
  { url, timeoutMs, acts, signal }: Exchange,
  limit: AbortSignal,
): WaybillClientError {
  if (signal?.aborted === true) return abortedError(acts, error);
  if (limit.aborted) {
    const message = `no answer from ${url.origin} within ${timeoutMs} ms`;
    return new WaybillClientError({ kind: 'timed_out', message, mayHaveActed: acts, cause: error });
  }
  const code = codeOf(error);
  if (code !== undefined && NEVER_CONNECTED.has(code)) {
    const message = `nothing answers at ${url.origin} (${code}); is the service running there?`;
    return new WaybillClientError({ kind: 'unreachable', message, mayHaveActed: false, cause: error });
  }
  const message = `the connection to ${url.origin} broke before the answer had come${code === undefined ? '' : ` (${code})`}`;
  return new WaybillClientError({ kind: 'interrupted', message, mayHaveActed: acts, cause: error });
}

/** The system's code of a fetch error: on its cause, or on the first of several causes (one an address that was tried). */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof Error && NEVER_CONNECTED.has(error.message)) return error.message;
  return 'cause' in error ? codeOf(error.cause) : undefined;
}
