import type { Stop } from './stop.ts';

/** What work comes to, or what `whenLate` says where it takes longer. The work itself goes on. */
export async function within<Value>(
  limitMs: number,
  work: Value | Promise<Value>,
  whenLate: () => Value,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    return await Promise.race([work, late.then(whenLate)]);
  } finally {
    clearTimeout(timer);
  }
}

/** What work for a request comes to, unless it takes longer or the request is stopped: then its signal aborts, and it is given up. */
export async function withinRequest<Value>(
  limitMs: number,
  stop: Stop,
  work: (signal: AbortSignal) => Value | Promise<Value>,
): Promise<Value | 'late' | 'stopped'> {
  const controller = new AbortController();
  const onStop = (): void => controller.abort();
  stop.signal.addEventListener('abort', onStop, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<'late' | 'stopped'>((resolve) => {
    timer = setTimeout(onStop, limitMs);
    controller.signal.addEventListener('abort', () => resolve(stop.reason === undefined ? 'late' : 'stopped'), {
      once: true,
    });
  });
  try {
    if (stop.reason !== undefined) return 'stopped';
    return await Promise.race([work(controller.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    stop.signal.removeEventListener('abort', onStop);
  }
}
