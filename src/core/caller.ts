/** Why a caller no longer waits: the connection dropped, or it said so. */
export type LeaveReason = 'gone' | 'cancelled';

/**
 * The waiting side of one request. A transport tells it when the caller leaves; the core asks to hear of it once there
 * is something to stop. Cheaper than an AbortController a request, which most requests never need.
 */
export class Caller {
  #left: LeaveReason | undefined;
  #listener: ((why: LeaveReason) => void) | undefined;

  leave(why: LeaveReason): void {
    if (this.#left !== undefined) return;
    this.#left = why;
    this.#listener?.(why);
  }

  get left(): LeaveReason | undefined {
    return this.#left;
  }

  /** One listener at a time; called at once where the caller has left already. */
  onLeave(listener: ((why: LeaveReason) => void) | undefined): void {
    this.#listener = listener;
    if (this.#left !== undefined) listener?.(this.#left);
  }
}
