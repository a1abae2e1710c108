import type { Acted } from '../../contracts/adapter.ts';
import type { FailureKind } from '../../contracts/failure.ts';
import type { Effect, Outcome, Verification } from '../../contracts/outcome.ts';
import { actionDigestOf, type DigestedWay } from './action-digest.ts';
import type { Arrival, Hail } from './arrival.ts';
import type { CompiledIntent } from './catalogue.ts';
import type { Trace } from './trace.ts';

/**
 * What is written down of an act: `acted` once its request was answered, `ended_late` where it ended after an answer that
 * did not know, `left_acting` where the service did not live to see its end.
 */
export type AuditEvent = 'acted' | 'ended_late' | 'left_acting';

/** One act, for whoever has to account for it. Never holds payload values. */
export interface AuditRecord {
  readonly event: AuditEvent;
  readonly traceId: string;
  readonly transport: string;
  readonly principal: string;
  readonly contextId: string | undefined;
  readonly domain: string | undefined;
  readonly intent: string | undefined;
  readonly target: string | undefined;
  readonly actionDigest: string | undefined;
  readonly effect: Effect;
  readonly verification: Verification['status'] | undefined;
  readonly failure: FailureKind | undefined;
  /** Since the head of its request. */
  readonly durationMs: number;
  /** Whether the caller had left by then. */
  readonly callerLeft: boolean;
  /** What its caller was answered; undefined where this is not the record of an answer. */
  readonly answered: AuditedAnswer | undefined;
}

export interface AuditedAnswer {
  readonly status: Outcome['status'];
  readonly http: number;
  /** Undefined: it went without a receipt. */
  readonly receiptId: string | undefined;
}

export type Audit = (record: AuditRecord) => void;

/** What of a way is written down. */
export interface AuditedWay extends DigestedWay {
  readonly hail: Hail;
  readonly trace: Trace;
  readonly arrival: Arrival | undefined;
  readonly intent: CompiledIntent | undefined;
}

export function auditActed(audit: Audit, way: AuditedWay, outcome: Outcome, answered: AuditedAnswer): void {
  const { effect, verification, error } = outcome;
  audit(recordOf('acted', way, { effect, verification: verification.status, failure: error?.code }, answered));
}

/** `thrown`: nobody can say any more what the act did. */
export function auditLateEnd(audit: Audit, way: AuditedWay, end: Acted | 'thrown'): void {
  const came =
    end === 'thrown'
      ? { effect: 'unknown' as const, verification: undefined, failure: 'internal' as const }
      : { effect: end.effect, verification: end.verification?.status, failure: end.failure?.kind };
  audit(recordOf('ended_late', way, came, undefined));
}

export function auditLeftActing(audit: Audit, way: AuditedWay): void {
  audit(recordOf('left_acting', way, { effect: 'unknown', verification: undefined, failure: 'owner_lost' }, undefined));
}

function recordOf(
  event: AuditEvent,
  way: AuditedWay,
  came: Pick<AuditRecord, 'effect' | 'verification' | 'failure'>,
  answered: AuditedAnswer | undefined,
): AuditRecord {
  return {
    event,
    traceId: way.trace.traceId,
    transport: way.hail.transport,
    principal: way.principal.id,
    contextId: way.context?.id,
    domain: way.context?.domain,
    intent: way.intent?.declaration.key,
    target: way.route?.target.name,
    actionDigest: actionDigestOf(way),
    effect: came.effect,
    verification: came.verification,
    failure: came.failure,
    durationMs: performance.now() - way.hail.arrivedAtMs,
    callerLeft: way.arrival?.caller.left !== undefined,
    answered,
  };
}
