import type { Logger } from 'pino';
import type { Journal, JournalEntry } from '../core/journal.ts';
import type { CountRequest, Metrics } from './metrics.ts';

/** What the requests that went the same way have in common: looked up once, kept for the next. */
interface Bound {
  readonly count: CountRequest;
  readonly log: Logger;
}

/** Writes each request as one log line and counts it. */
export function createJournal(log: Logger, metrics: Metrics): Journal {
  const kept = new Map<string, Bound>();
  const bind = (entry: JournalEntry): Bound => {
    const { transport, http, intent, target, status, effect, failure } = entry;
    const key = `${transport} ${http} ${intent} ${target} ${status} ${effect} ${failure}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bound = {
      count: metrics.bindRequest(entry),
      log: log.child({ transport, http, intent, target, status, effect, failure }),
    };
    kept.set(key, bound);
    return bound;
  };

  return {
    request: (entry) => {
      const bound = bind(entry);
      bound.count(entry.durationMs);
      bound.log.info(
        {
          trace_id: entry.traceId,
          principal: entry.principal,
          context: entry.contextId,
          reason: entry.message,
          duration_ms: rounded(entry.durationMs),
          precheck_ms: rounded(entry.precheckMs),
          act_ms: rounded(entry.actMs),
          caller_left: entry.callerLeft || undefined,
        },
        'request',
      );
    },
    thrown: (traceId, errorId, thrown) => {
      log.error({ trace_id: traceId, error_id: errorId, err: thrown }, 'internal error');
    },
    endedLate: (traceId, intent, effect, afterMs) => {
      metrics.endedLate(intent, effect);
      log.warn(
        { trace_id: traceId, intent, effect, after_ms: rounded(afterMs) },
        'act ended after its request was answered',
      );
    },
    look: (type, durationMs, objectiveMissed) => metrics.look(type, durationMs, objectiveMissed),
  };
}

/** Microseconds are as fine as anyone reads. */
function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 1000) / 1000;
}
