import { GATE_DEFAULTS, type TargetGate } from '../../contracts/config/target-gate.ts';
import type { TargetGateSettings } from './settings.ts';

/** The keys of a target that are not its kind's own, with the default of each that is left out. */
export function translateGate({ concurrency, queue, breaker = {}, retry = {} }: TargetGate): TargetGateSettings {
  const byDefault = GATE_DEFAULTS;
  return {
    ...(concurrency !== undefined && { concurrency }),
    queue: queue ?? byDefault.queue,
    breaker: {
      errorPercent: breaker.error_percent ?? byDefault.breaker.errorPercent,
      windowMs: breaker.window_ms ?? byDefault.breaker.windowMs,
      minRequests: breaker.min_requests ?? byDefault.breaker.minRequests,
      openMs: breaker.open_ms ?? byDefault.breaker.openMs,
      slowMs: breaker.slow_ms ?? byDefault.breaker.slowMs,
    },
    retry: {
      attempts: retry.attempts ?? byDefault.retry.attempts,
      budgetPercent: retry.budget_percent ?? byDefault.retry.budgetPercent,
    },
  };
}
