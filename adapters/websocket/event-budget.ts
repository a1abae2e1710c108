/** Many for a person, few for whoever passes them on. */
const MOST_A_SECOND = 50;

/** Lets through so many events a second of one request; a bridge that floods must not flood the caller. */
export class EventBudget {
  #left = MOST_A_SECOND;
  #filledMs = performance.now();

  take(): boolean {
    const nowMs = performance.now();
    this.#left = Math.min(MOST_A_SECOND, this.#left + ((nowMs - this.#filledMs) * MOST_A_SECOND) / 1000);
    this.#filledMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
