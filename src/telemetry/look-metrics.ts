import { Counter, Histogram, type Registry } from 'prom-client';

export type CountLook = (resourceType: string, durationMs: number, objectiveMissed: boolean) => void;

export function createLookMetrics(registry: Registry, buckets: number[]): CountLook {
  const registers = [registry];
  const looks = new Histogram({
    name: 'waybill_precheck_look_duration_seconds',
    help: 'One look at one resource.',
    labelNames: ['type'],
    buckets,
    registers,
  });
  const misses = new Counter({
    name: 'waybill_precheck_objective_missed_total',
    help: 'Looks that took longer than precheck.objective_ms.',
    labelNames: ['type'],
    registers,
  });
  return (type, durationMs, objectiveMissed) => {
    looks.observe({ type }, durationMs / 1000);
    if (objectiveMissed) misses.inc({ type });
  };
}
