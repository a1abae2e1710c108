/** The request, frame or browser may be gone by the time the command arrives; then there is nothing left to do. */
export function ignoreGone(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
