import type { Explanation } from '../../contracts/explanation.ts';
import type { FailureKind } from '../../contracts/failure.ts';
import type { Effect, Outcome } from '../../contracts/outcome.ts';
import type { GateJournal } from './gate/gate.ts';

/** What one request came to: the one log line, and the labels of the metrics. Never holds payload values. */
export interface JournalEntry {
  readonly traceId: string;
  readonly transport: string;
  readonly http: number;
  readonly status: Outcome['status'];
  readonly effect: Effect;
  readonly failure: FailureKind | undefined;
  readonly message: string | undefined;
  /** Undefined where the request named no intent on offer: a client's text is no metric label. */
  readonly intent: string | undefined;
  readonly target: string | undefined;
  readonly principal: string;
  readonly contextId: string | undefined;
  readonly durationMs: number;
  readonly precheckMs: number | undefined;
  readonly actMs: number | undefined;
  /** The trace of the first request under the same nonce, whose answer this one got. */
  readonly replayOf: string | undefined;
  /** How often the adapter was called. */
  readonly attempts: number;
  /** Whether the caller had left before its answer was ready. */
  readonly callerLeft: boolean;
}

/** What a nonce was good for. */
export type NonceResult = 'claimed' | 'replayed' | 'in_flight' | 'unknown' | 'conflict' | 'unavailable';

/** What came of asking a guard; `stopped`: its request ended first. */
export type GuardCame = 'passed' | 'denied' | 'challenged' | 'failed' | 'stopped';

/** Where the core tells what happened. */
export interface Journal extends GateJournal {
  request(entry: JournalEntry): void;
  /** Ids that were minted: how many, and the first. */
  minted(traceId: string, principal: string, contextId: string | undefined, count: number): void;
  /** A request that was explained, with its intent where that is on offer. */
  explained(traceId: string, principal: string, intent: string | undefined, would: Explanation['would']): void;
  /** A bug of ours or of an adapter: the only place where a thrown error is written down. */
  thrown(traceId: string, errorId: string, thrown: unknown): void;
  /** A policy that came to no answer: what went wrong, and in which part of its expression. */
  policyUnjudged(traceId: string, policy: string, code: string, at: string): void;
  /** A guard was asked. */
  guardAsked(guard: string, came: GuardCame, durationMs: number): void;
  /** A guard that came to no verdict, with what it threw. */
  guardFailed(traceId: string, guard: string, what: string, thrown: unknown): void;
  /** An act that ended after its request had been answered without it. */
  endedLate(traceId: string, intent: string, effect: Effect | 'thrown', afterMs: number): void;
  /** An act that the service did not live to see the end of. */
  leftActing(traceId: string, intent: string | undefined): void;
  /** An exchange of which nobody was told the end before the service ended. */
  exchangeLost(traceId: string, state: 'running' | 'unfetched'): void;
  nonce(result: NonceResult): void;
  /** One look of a precheck. */
  look(resourceType: string, durationMs: number, objectiveMissed: boolean): void;
}
