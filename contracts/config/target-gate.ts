import Type, { type Static } from 'typebox';
import { Milliseconds, Whole } from './whole-numbers.ts';

/** What a target has where its configuration says nothing. */
export const GATE_DEFAULTS = {
  concurrency: 64,
  queue: 256,
  breaker: { errorPercent: 50, windowMs: 10_000, minRequests: 20, openMs: 5000, slowMs: 1000 },
  retry: { attempts: 3, budgetPercent: 20 },
} as const;

const { queue, breaker, retry } = GATE_DEFAULTS;

/** The keys that every target may have beside its kind's own, by name. */
export const TARGET_GATE_KEYS = {
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: `How many requests may be at this target at once. Left out: ${GATE_DEFAULTS.concurrency}, or what its kind bears.`,
    }),
  ),
  queue: Whole(0, 10_000, queue, 'How many more may wait for room at it, the highest intent.priority first.'),
  breaker: Type.Optional(
    Type.Object(
      {
        error_percent: Whole(
          1,
          100,
          breaker.errorPercent,
          'Share of failed requests from which on the target is left alone (percent).',
        ),
        window_ms: Milliseconds(100, 600_000, breaker.windowMs, 'Time over which that share is taken'),
        min_requests: Whole(1, 10_000, breaker.minRequests, 'With fewer requests in that time the share says nothing.'),
        open_ms: Milliseconds(
          10,
          600_000,
          breaker.openMs,
          'How long the target is left alone before one request may try it',
        ),
        slow_ms: Milliseconds(
          1,
          600_000,
          breaker.slowMs,
          'A deadline that passed counts as a failure of the target only where it had had this long',
        ),
      },
      { additionalProperties: false },
    ),
  ),
  retry: Type.Optional(
    Type.Object(
      {
        attempts: Whole(
          1,
          10,
          retry.attempts,
          'How often an act is tried at most, where repeating it is safe; 1: once.',
        ),
        budget_percent: Whole(0, 100, retry.budgetPercent, 'How many retries there may be for 100 requests.'),
      },
      { additionalProperties: false },
    ),
  ),
};

const TargetGate = Type.Object(TARGET_GATE_KEYS);
export type TargetGate = Static<typeof TargetGate>;
