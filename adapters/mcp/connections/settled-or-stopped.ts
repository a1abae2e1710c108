export type Settled = 'done' | 'stopped' | 'late' | { readonly error: unknown };

/** What became of it first: it ended, the signal aborted, or the time was over. */
export function settledOrStopped(running: Promise<unknown>, signal: AbortSignal, limitMs: number): Promise<Settled> {
  return new Promise((resolve) => {
    const settle = (end: Settled): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(end);
    };
    const onAbort = (): void => settle('stopped');
    const timer = setTimeout(settle, limitMs, 'late' as const);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    running.then(
      () => settle('done'),
      (error: unknown) => settle({ error }),
    );
  });
}
