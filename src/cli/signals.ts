import { constants } from 'node:os';

type Signal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/** Under npm one Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const SAME_PRESS_MS = 500;

export interface Signals {
  /** The next signal; those that arrived before the call come first. */
  next(): Promise<Signal>;
}

/**
 * The signals of this process from now on. A second SIGINT or SIGTERM ends the process at once, with 128 plus the
 * signal's number, as a shell would report it.
 */
export function openSignals(): Signals {
  const arrived: Signal[] = [];
  const waiting: ((signal: Signal) => void)[] = [];
  const arrive = (signal: Signal) => {
    const resolve = waiting.shift();
    if (resolve === undefined) arrived.push(signal);
    else resolve(signal);
  };
  process.on('SIGHUP', arrive);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) onEnd(signal, arrive);
  return {
    next: () => {
      const signal = arrived.shift();
      return signal === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(signal);
    },
  };
}

function onEnd(signal: 'SIGINT' | 'SIGTERM', arrive: (signal: Signal) => void): void {
  process.once(signal, () => {
    arrive(signal);
    const firstAtMs = Date.now();
    for (const again of ['SIGINT', 'SIGTERM'] as const) {
      process.on(again, () => {
        if (Date.now() - firstAtMs > SAME_PRESS_MS) process.exit(128 + constants.signals[again]);
      });
    }
  });
}
