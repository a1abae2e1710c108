import type { Logger } from 'pino';
import type { Journal, JournalEntry } from '../core/journal.ts';
import type { Log } from './log.ts';
import type { CountRequest, Metrics } from './metrics.ts';

/**
 * Requests are written down this many at a time, or when the log is: in between requests none of that code is warm (5 µs
 * an entry in a loop of its own, about 13 in the server; in batches about 10).
 */
const BATCH = 64;

/** What the requests that went the same way have in common: looked up once, kept for the next. */
interface Bound {
  readonly count: CountRequest;
  readonly log: Logger;
}

/** Writes each request as one log line and counts it. */
export function createJournal({ logger, date, beforeWriting }: Log, metrics: Metrics): Journal {
  const ended: { readonly entry: JournalEntry; readonly atMs: number }[] = [];
  const kept = new Map<string, Bound>();
  const bind = (entry: JournalEntry): Bound => {
    const { transport, http, intent, target, status, effect, failure } = entry;
    const key = `${transport} ${http} ${intent} ${target} ${status} ${effect} ${failure}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bound = {
      count: metrics.bindRequest(entry),
      log: logger.child({ transport, http, intent, target, status, effect, failure }),
    };
    kept.set(key, bound);
    return bound;
  };

  const writeDown = (): void => {
    for (const { entry, atMs } of ended.splice(0)) {
      const bound = bind(entry);
      bound.count(entry.durationMs);
      date(atMs);
      bound.log.info(fields(entry), 'request');
    }
    date(undefined);
  };
  beforeWriting(writeDown);
  metrics.beforeExposing(writeDown);

  return {
    request: (entry) => {
      ended.push({ entry, atMs: Date.now() });
      if (ended.length >= BATCH) writeDown();
    },
    thrown: (traceId, errorId, thrown) => {
      logger.error({ trace_id: traceId, error_id: errorId, err: thrown }, 'internal error');
    },
    endedLate: (traceId, intent, effect, afterMs) => {
      metrics.endedLate(intent, effect);
      logger.warn(
        { trace_id: traceId, intent, effect, after_ms: rounded(afterMs) },
        'act ended after its request was answered',
      );
    },
    look: (type, durationMs, objectiveMissed) => metrics.look(type, durationMs, objectiveMissed),
  };
}

function fields(entry: JournalEntry) {
  return {
    trace_id: entry.traceId,
    principal: entry.principal,
    context: entry.contextId,
    reason: entry.message,
    duration_ms: rounded(entry.durationMs),
    precheck_ms: rounded(entry.precheckMs),
    act_ms: rounded(entry.actMs),
    caller_left: entry.callerLeft || undefined,
  };
}

/** Microseconds are as fine as anyone reads. */
function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 1000) / 1000;
}
