import type { Answer } from '../../contracts/answer.ts';
import type { Progress } from '../../contracts/progress.ts';
import type { V1Answer } from '../../contracts/v1.ts';
import type { Came } from './drivers/driver.ts';
import type { Line } from './world.ts';

/** What callers of different transports may compare: everything that is not of one request alone. */
export interface Facts {
  readonly http: number | undefined;
  readonly closed: number | undefined;
  /** Whether the answer is of the trace that the caller named. */
  readonly isTraced: boolean;
  readonly retryAfter: string | undefined;
  readonly resourceStatus: string | undefined;
  readonly encoding: string | undefined;
  readonly progress: readonly Progress[] | undefined;
  readonly answer: unknown;
  /** Whether the service found out that its caller had gone. */
  readonly wasLeft: boolean;
}

const HEADERS = { retryAfter: 'retry-after', resourceStatus: 'x-mcp-resource-status', encoding: 'content-encoding' };

export function factsOf({ answer, v1, http, headers, progress, closed }: Came, traceId: string): Facts {
  const header = (name: keyof typeof HEADERS) => headers?.[HEADERS[name]]?.toString();
  return {
    http,
    closed,
    isTraced: (answer ?? v1)?.trace_id === traceId,
    retryAfter: header('retryAfter'),
    resourceStatus: header('resourceStatus'),
    encoding: header('encoding'),
    progress,
    answer: answer === undefined ? v1 && withoutWords(v1) : withoutOwn(answer),
    wasLeft: false,
  };
}

/** Of a request whose caller has gone: what was written down of it. */
export function factsWrittenDown({ http, status, effect, failure: code, caller_left }: Line): Facts {
  const outcome = { status, effect, ...(code !== undefined && { error: { code } }) };
  return { ...factsOf({ http: Number(http) }, ''), answer: { outcome }, wasLeft: caller_left === true };
}

/** Trace ids, error ids, the minute in which a context id was minted and its age are each request's own. */
function withoutOwn(answer: Answer): unknown {
  const { trace_id: _own, ...shared } = answer;
  const errorId = answer.outcome.error?.details?.error_id;
  const text = JSON.stringify(shared)
    .replaceAll(/-\d{8,13}-(\d{3,6})-[0-9a-f]{6,64}"/g, '-minted-$1"')
    .replaceAll(/Context id is \d+ s (old|in the future)/g, 'Context id is many s $1');
  return JSON.parse(typeof errorId === 'string' ? text.replaceAll(errorId, 'error-id') : text);
}

/** What the v1 door says of an error is said in the words of v1; what it means is the same. */
function withoutWords({ trace_id: _own, error, ...more }: V1Answer): unknown {
  return { ...more, ...(error !== undefined && { error: inNoWords(error) }) };
}

/** Of an error, what a client acts upon. */
export function inNoWords({ code, recoverable, effect, retry_after_ms }: Readonly<Record<string, unknown>>): unknown {
  return { code, recoverable, effect, retry_after_ms };
}
