/** Looks in one limit: a service that stands still for a while itself misses looks, and blames nobody for them. */
const LOOKS = 5;

export interface Pulse {
  beat(): void;
  stop(): void;
}

/** Pings a worker, and tells once it has not answered for as long as it may be silent. */
export function watchPulse(silentMs: number, ping: () => void, onSilent: () => void): Pulse {
  let missed = 0;
  let isAwaited = false;
  const timer = setInterval(() => {
    if (!isAwaited) {
      isAwaited = true;
      missed = 0;
      ping();
      return;
    }
    missed += 1;
    if (missed < LOOKS) return;
    clearInterval(timer);
    onSilent();
  }, silentMs / LOOKS).unref();
  return {
    beat: () => {
      isAwaited = false;
    },
    stop: () => clearInterval(timer),
  };
}
