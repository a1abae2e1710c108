import type { Logger } from 'pino';
import type { Journal } from '../core/journal.ts';
import type { Metrics } from './metrics.ts';

/** Writes each request as one log line and counts it. */
export function createJournal(log: Logger, metrics: Metrics): Journal {
  return {
    request: (entry) => {
      metrics.request(entry);
      log.info(
        {
          trace_id: entry.traceId,
          transport: entry.transport,
          http: entry.http,
          intent: entry.intent,
          target: entry.target,
          principal: entry.principal,
          context: entry.contextId,
          status: entry.status,
          effect: entry.effect,
          failure: entry.failure,
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
      log.warn({ trace_id: traceId, intent, effect, after_ms: rounded(afterMs) }, 'act ended after its request was answered');
    },
    look: (type, durationMs, objectiveMissed) => metrics.look(type, durationMs, objectiveMissed),
  };
}

/** Microseconds are as fine as anyone reads. */
function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 1000) / 1000;
}
