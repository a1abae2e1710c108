import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { JournalEntry } from '../core/journal.ts';

const DURATION_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface Metrics {
  readonly registry: Registry;
  request(entry: JournalEntry): void;
  look(resourceType: string, durationMs: number, objectiveMissed: boolean): void;
  endedLate(intent: string, effect: string): void;
}

/** Labels are names of ours (intents on offer, targets, failure kinds), so that no client can make them grow. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'waybill_requests_total',
    help: 'Requests by intent, target, outcome and failure kind.',
    labelNames: ['intent', 'target', 'status', 'effect', 'failure'],
    registers,
  });
  const durations = new Histogram({
    name: 'waybill_request_duration_seconds',
    help: 'From the first byte of a request to its outcome.',
    labelNames: ['intent', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  const looks = new Histogram({
    name: 'waybill_precheck_look_duration_seconds',
    help: 'One look at one resource.',
    labelNames: ['type'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  const misses = new Counter({
    name: 'waybill_precheck_objective_missed_total',
    help: 'Looks that took longer than precheck.objective_ms.',
    labelNames: ['type'],
    registers,
  });
  const lateEnds = new Counter({
    name: 'waybill_late_ends_total',
    help: 'Acts that ended after their request had been answered without them.',
    labelNames: ['intent', 'effect'],
    registers,
  });

  const bind = boundByLabels(requests, durations);
  return {
    registry,
    request: (entry) => {
      const bound = bind(entry);
      bound.requests.inc();
      bound.durations.observe(entry.durationMs / 1000);
    },
    look: (type, durationMs, objectiveMissed) => {
      looks.observe({ type }, durationMs / 1000);
      if (objectiveMissed) misses.inc({ type });
    },
    endedLate: (intent, effect) => lateEnds.inc({ intent, effect }),
  };
}

interface Bound {
  readonly requests: Pick<Counter.Internal, 'inc'>;
  readonly durations: Pick<Histogram.Internal<string>, 'observe'>;
}

/** Looking a label set up by name costs microseconds a request; each set is looked up once and kept. */
function boundByLabels(requests: Counter, durations: Histogram): (entry: JournalEntry) => Bound {
  const kept = new Map<string, Bound>();
  return ({ intent = 'unknown', target = 'none', status, effect, failure = 'none' }) => {
    const key = `${intent} ${target} ${status} ${effect} ${failure}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bound = {
      requests: requests.labels({ intent, target, status, effect, failure }),
      durations: durations.labels({ intent, status }),
    };
    kept.set(key, bound);
    return bound;
  };
}
