import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { JournalEntry } from '../core/journal.ts';
import { type AsideMetrics, createAsideMetrics } from './aside-metrics.ts';
import { type ConnectionMetrics, createConnectionMetrics } from './connection-metrics.ts';
import { createExchangeMetrics, type ExchangeMetrics } from './exchange-metrics.ts';
import { createGateMetrics, type GateMetrics } from './gate-metrics.ts';
import { type CountGuard, createGuardMetrics } from './guard-metrics.ts';
import { type CountLook, createLookMetrics } from './look-metrics.ts';
import { type CountLostLines, createLostLines } from './lost-lines.ts';
import { createNonceMetrics, type NonceMetrics } from './nonce-metrics.ts';
import { createWebSocketMetrics, type WebSocketMetrics } from './web-socket-metrics.ts';

const DURATION_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts one request of those that share their labels. */
export type CountRequest = (durationMs: number) => void;

export interface Metrics {
  readonly contentType: string;
  /** All metrics in the Prometheus text format. */
  expose(): Promise<string>;
  /** Has `gather` called before metrics are exposed, for whoever counts in batches. */
  beforeExposing(gather: () => void): void;
  /** Looking labels up by name costs a microsecond a request: ask once for each set of them. */
  bindRequest(labels: Pick<JournalEntry, 'intent' | 'target' | 'status' | 'effect' | 'failure'>): CountRequest;
  readonly look: CountLook;
  readonly guard: CountGuard;
  endedLate(intent: string, effect: string): void;
  readonly asides: AsideMetrics;
  readonly linesLost: CountLostLines;
  readonly connections: ConnectionMetrics;
  readonly webSocket: WebSocketMetrics;
  readonly exchanges: ExchangeMetrics;
  readonly nonces: NonceMetrics;
  readonly gates: GateMetrics;
}

/** Labels are names of ours (intents on offer, targets, failure kinds), so that no client can make them grow. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const uncounted: (() => void)[] = [];
  const requests = new Counter({
    name: 'waybill_requests_total',
    help: 'Requests by intent, target, outcome and failure kind.',
    labelNames: ['intent', 'target', 'status', 'effect', 'failure'],
    registers,
    collect: () => {
      for (const tell of uncounted) tell();
    },
  });
  const durations = new Histogram({
    name: 'waybill_request_duration_seconds',
    help: 'From the head of a request to its outcome.',
    labelNames: ['intent', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  const lateEnds = new Counter({
    name: 'waybill_late_ends_total',
    help: 'Acts that ended after their request had been answered without them.',
    labelNames: ['intent', 'effect'],
    registers,
  });

  let gather = (): void => {};
  return {
    contentType: registry.contentType,
    expose: () => {
      gather();
      return registry.metrics();
    },
    beforeExposing: (before) => {
      gather = before;
    },
    bindRequest: ({ intent = 'unknown', target = 'none', status, effect, failure = 'none' }) => {
      const count = requests.labels({ intent, target, status, effect, failure });
      const duration = durations.labels({ intent, status });
      let since = 0;
      uncounted.push(() => {
        count.inc(since);
        since = 0;
      });
      return (durationMs) => {
        since += 1;
        duration.observe(durationMs / 1000);
      };
    },
    guard: createGuardMetrics(registry, DURATION_BUCKETS_S),
    look: createLookMetrics(registry, DURATION_BUCKETS_S),
    endedLate: (intent, effect) => lateEnds.inc({ intent, effect }),
    asides: createAsideMetrics(registry),
    linesLost: createLostLines(registry),
    connections: createConnectionMetrics(registry),
    webSocket: createWebSocketMetrics(registry),
    exchanges: createExchangeMetrics(registry),
    nonces: createNonceMetrics(registry),
    gates: createGateMetrics(registry),
  };
}
