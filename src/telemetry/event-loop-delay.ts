import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
/** Measured anew so often. */
const WINDOW_MS = 500;

export interface EventLoopDelay {
  /**
   * How late the event loop was on average in each of the last two windows that have ended: one long turn (a collection of
   * garbage, a burst) may fill a window, more work than the process can do fills them all.
   */
  delayMs(): number;
  /** Forgets what was measured: opening the service holds the loop up, and that is over once it serves. */
  restart(): void;
  close(): void;
}

export function watchEventLoopDelay(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let beforeMs = 0;
  let latestMs = 0;
  const timer = setInterval(() => {
    // Without a sample nothing is known anew; the histogram counts whole intervals, its own resolution among them.
    if (histogram.count > 0) {
      beforeMs = latestMs;
      latestMs = Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS);
    }
    histogram.reset();
  }, WINDOW_MS).unref();
  return {
    delayMs: () => Math.min(beforeMs, latestMs),
    restart: () => {
      beforeMs = 0;
      latestMs = 0;
      histogram.reset();
      timer.refresh();
    },
    close: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
