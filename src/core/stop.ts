import type { Failure } from '../../contracts/failure.ts';
import type { Caller } from './caller.ts';
import { type StopReason, stopped } from './stopped.ts';

/**
 * Ends the work of one request early: at the deadline, when the caller says so, and when it is gone, unless something
 * that may have effects was dispatched (a dropped connection must not turn a purchase into a riddle).
 */
export interface Stop {
  readonly signal: AbortSignal;
  readonly reason: StopReason | undefined;
  /** From here on only an explicit cancel and the deadline stop what may have effects. */
  outliveCaller(): void;
  /** `cancelled` or `deadline_exceeded` where the request has been stopped; asks the clock too, as no timer fires meanwhile. */
  over(before: string): Failure | undefined;
  /** Lets go of the timer and the caller. */
  close(): void;
}

export function openStop(caller: Caller, deadlineAtMs: number): Stop {
  const controller = new AbortController();
  let reason: StopReason | undefined;
  let outlives = false;
  const stop = (why: StopReason): void => {
    if (reason !== undefined || (why === 'gone' && outlives)) return;
    reason = why;
    controller.abort();
  };
  const timer = setTimeout(stop, Math.max(0, Math.ceil(deadlineAtMs - performance.now())), 'deadline');
  caller.onLeave(stop);
  return {
    signal: controller.signal,
    get reason() {
      return reason;
    },
    over: (before) => {
      if (performance.now() >= deadlineAtMs) stop('deadline');
      return reason === undefined ? undefined : stopped(reason, `before ${before}`);
    },
    outliveCaller: () => {
      outlives = true;
    },
    close: () => {
      clearTimeout(timer);
      caller.onLeave(undefined);
    },
  };
}
