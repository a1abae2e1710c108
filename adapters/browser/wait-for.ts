/** Undefined: the signal aborted, or `limitMs` have passed; the promise goes on by itself. */
export async function waitFor<T>(promise: Promise<T>, signal: AbortSignal, limitMs?: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(undefined);
    const timer = limitMs === undefined ? undefined : setTimeout(giveUp, Math.max(0, limitMs));
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    promise
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      })
      .then(resolve, reject);
  });
}
