import type { Journal, JournalEntry } from '../core/journal.ts';
import { countAuditLines } from './audit-line.ts';
import { countLines } from './count-lines.ts';
import type { Log } from './log.ts';
import type { CountRequest, Metrics } from './metrics.ts';
import { bindRequestLine, type Shared, type WriteRequestLine } from './request-line.ts';
import { roundedMs } from './rounded-ms.ts';

/**
 * Requests are written down this many at a time, or when the log is: in between requests none of that code is warm, and it
 * took about twice as long there.
 */
const BATCH = 64;

/** What the requests that went the same way have in common: looked up once, kept for the next. */
interface Bound {
  readonly of: Shared;
  readonly count: CountRequest;
  readonly line: WriteRequestLine;
}

/** Writes each request as one log line and counts it. */
export function createJournal({ logger, writeLine, beforeWriting, onLost }: Log, metrics: Metrics): Journal {
  const ended: { readonly entry: JournalEntry; readonly atMs: number }[] = [];
  const bind = createBinder(metrics);
  const writeDown = (): void => {
    for (const { entry, atMs } of ended.splice(0)) {
      const { count, line } = bind(entry);
      count(entry.durationMs);
      writeLine(line(entry, atMs));
    }
  };
  beforeWriting(writeDown);
  metrics.beforeExposing(writeDown);
  onLost((lines) => {
    const ofAudit = countAuditLines(lines);
    metrics.linesLost('audit', ofAudit);
    metrics.linesLost('log', countLines(lines) - ofAudit);
  });

  return {
    request: (entry) => {
      ended.push({ entry, atMs: Date.now() });
      if (ended.length >= BATCH) writeDown();
    },
    minted: (traceId, principal, context, count) => {
      metrics.asides.minted(count);
      logger.info({ trace_id: traceId, principal, context, count }, 'contexts minted');
    },
    explained: (traceId, principal, intent, would) => {
      metrics.asides.explained(would);
      logger.info({ trace_id: traceId, principal, intent, would }, 'request explained');
    },
    thrown: (traceId, errorId, thrown) => {
      logger.error({ trace_id: traceId, error_id: errorId, err: thrown }, 'internal error');
    },
    policyUnjudged: (traceId, policy, code, at) => {
      logger.warn({ trace_id: traceId, policy, code, at }, 'policy could not be judged, request denied');
    },
    guardAsked: (guard, came, durationMs) => metrics.guard(guard, came, durationMs),
    guardFailed: (traceId, guard, what, thrown) => {
      logger.error({ trace_id: traceId, guard, what, err: thrown }, 'guard failed, request denied');
    },
    endedLate: (traceId, intent, effect, afterMs) => {
      metrics.endedLate(intent, effect);
      logger.warn(
        { trace_id: traceId, intent, effect, after_ms: roundedMs(afterMs) },
        'act ended after its request was answered',
      );
    },
    leftActing: (traceId, intent) => {
      logger.warn({ trace_id: traceId, intent }, 'act still ran when the service ended: what came of it is not known');
    },
    exchangeLost: (traceId, state) => {
      metrics.exchanges.lost(state);
      logger.warn({ trace_id: traceId, state }, 'exchange lost: the service ended before its end was told');
    },
    nonce: (result) => metrics.nonces.used(result),
    breaker: (target, state) => {
      if (state === 'open') logger.warn({ target }, 'target left alone: it failed too often');
      else logger.info({ target }, state === 'closed' ? 'target is back' : 'target is tried');
    },
    shed: metrics.gates.shed,
    waited: metrics.gates.waited,
    retried: metrics.gates.retried,
    look: (type, durationMs, objectiveMissed) => metrics.look(type, durationMs, objectiveMissed),
  };
}

/** Requests mostly go the way of the one before them: that is looked at first. */
function createBinder(metrics: Metrics): (entry: JournalEntry) => Bound {
  const kept = new Map<string, Bound>();
  let latest: Bound | undefined;
  return (entry) => {
    if (latest === undefined || !isSame(latest.of, entry)) {
      const key = keyOf(entry);
      latest = kept.get(key) ?? {
        of: entry,
        count: metrics.bindRequest(entry),
        line: bindRequestLine(entry),
      };
      kept.set(key, latest);
    }
    return latest;
  };
}

function keyOf({ transport, http, intent, target, status, effect, failure }: Shared): string {
  return `${transport} ${http} ${intent} ${target} ${status} ${effect} ${failure}`;
}

function isSame(left: Shared, right: Shared): boolean {
  return (
    left.intent === right.intent &&
    left.status === right.status &&
    left.effect === right.effect &&
    left.http === right.http &&
    left.failure === right.failure &&
    left.target === right.target &&
    left.transport === right.transport
  );
}
