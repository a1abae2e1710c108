import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Target } from '../core/catalogue.ts';
import type { BreakerState } from '../core/gate/breaker.ts';
import type { GateJournal } from '../core/gate/gate.ts';

const WAIT_BUCKETS_S = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const STATE_VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, half_open: 1, open: 2 };

export interface GateMetrics extends Pick<GateJournal, 'shed' | 'waited' | 'retried'> {
  /** Has `targets` asked whenever metrics are exposed. */
  follow(targets: () => Iterable<Target>): void;
}

export function createGateMetrics(registry: Registry): GateMetrics {
  const registers = [registry];
  const shed = new Counter({
    name: 'waybill_shed_total',
    help: 'Requests that were not taken for want of room, by priority and by what was full.',
    labelNames: ['target', 'priority', 'why'],
    registers,
  });
  const waits = new Histogram({
    name: 'waybill_target_wait_seconds',
    help: 'Time for which requests that found no room at their target waited for it.',
    labelNames: ['target'],
    buckets: WAIT_BUCKETS_S,
    registers,
  });
  const retries = new Counter({
    name: 'waybill_retries_total',
    help: 'Acts that were tried once more.',
    labelNames: ['target'],
    registers,
  });
  return {
    shed: (target, priority, why) => shed.inc({ target, priority, why }),
    waited: (target, ms) => waits.observe({ target }, ms / 1000),
    retried: (target) => retries.inc({ target }),
    follow: (targets) => followGates(registers, targets),
  };
}

function followGates(registers: Registry[], targets: () => Iterable<Target>): void {
  const states = new Gauge({
    name: 'waybill_breaker_state',
    help: 'Whether a target is left alone: 0 no, 1 one request tries it, 2 yes.',
    labelNames: ['target'],
    registers,
    collect: () => {
      for (const gauge of [states, requests]) gauge.reset();
      for (const { name: target, gate } of targets()) {
        if (gate === undefined) continue;
        const { breaker, running, waiting } = gate.facts();
        states.set({ target }, STATE_VALUES[breaker]);
        requests.set({ target, state: 'running' }, running);
        requests.set({ target, state: 'waiting' }, waiting);
      }
    },
  });
  const requests = new Gauge({
    name: 'waybill_target_requests',
    help: 'Requests that are at a target, and that wait for room at it.',
    labelNames: ['target', 'state'],
    registers,
  });
}
