/** Undefined: the signal aborted, or `limitMs` have passed; the promise, which never rejects, goes on by itself. */
export function waitFor<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  limitMs: number,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const settle = (value: Value | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(value);
    };
    const giveUp = (): void => settle(undefined);
    const timer = setTimeout(giveUp, limitMs);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    promise.then(settle, giveUp);
  });
}
