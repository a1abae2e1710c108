import { Histogram, type Registry } from 'prom-client';
import type { GuardCame } from '../core/journal.ts';

export type CountGuard = (guard: string, came: GuardCame, durationMs: number) => void;

export function createGuardMetrics(registry: Registry, buckets: number[]): CountGuard {
  const answers = new Histogram({
    name: 'waybill_guard_duration_seconds',
    help: 'How long guards took, by what came of asking them.',
    labelNames: ['guard', 'came'],
    buckets,
    registers: [registry],
  });
  return (guard, came, durationMs) => answers.observe({ guard, came }, durationMs / 1000);
}
