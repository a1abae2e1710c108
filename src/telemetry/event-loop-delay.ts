import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
/** Measured anew so often: one long turn (a collection of garbage) is then one sample among many, a busy loop has no others. */
const WINDOW_MS = 500;

export interface EventLoopDelay {
  /** How late the event loop was on average in the last window that has ended. */
  delayMs(): number;
  /** Forgets what was measured: opening the service holds the loop up, and that is over once it serves. */
  restart(): void;
  close(): void;
}

export function watchEventLoopDelay(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    // Without a sample nothing is known anew; the histogram counts whole intervals, its own resolution among them.
    if (histogram.count > 0) delayMs = Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS);
    histogram.reset();
  }, WINDOW_MS).unref();
  return {
    delayMs: () => delayMs,
    restart: () => {
      delayMs = 0;
      histogram.reset();
      timer.refresh();
    },
    close: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
