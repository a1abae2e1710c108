import type { Asking } from '../../contracts/asking.ts';
import type { Progress } from '../../contracts/progress.ts';
import type { Caller } from './caller.ts';
import type { Principal } from './principal.ts';
import type { Trace } from './trace.ts';

/** What a transport knows of a request before anything in it was read. */
export interface Hail {
  readonly transport: string;
  /** When its head had arrived, before its body was read, on the clock of `performance.now()`: deadlines count from here. */
  readonly arrivedAtMs: number;
  /** The `traceparent` header as it came. */
  readonly traceparent: string | undefined;
  /** Who calls; `NOBODY` of what is refused before that was found out. */
  readonly principal: Principal;
  /** Opened by a transport that names the trace before there is an answer; otherwise the core opens it. */
  readonly trace?: Trace;
}

/** One request as a transport hands it over: the body read and parsed, nothing in it checked yet. */
export interface Arrival extends Hail {
  readonly body: unknown;
  readonly bodyBytes: number;
  /** The header `X-Client-Capabilities`, for clients that can't change their body. */
  readonly capabilitiesHeader: string | undefined;
  /** The header `Idempotency-Key`. */
  readonly idempotencyKey: string | undefined;
  readonly caller: Caller;
  readonly onProgress?: (progress: Progress) => void;
  /** Left out: its caller can't be asked for anything. */
  readonly asking?: Asking;
}
