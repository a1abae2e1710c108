/** Many for a person, few for whoever passes them on. */
const MOST_A_SECOND = 50;

/** Lets through so many reports a second of one act, and so many at once: an upstream that floods must not flood the caller. */
export class ProgressBudget {
  readonly #mostAtOnce: number;
  #left: number;
  #filledMs = performance.now();

  constructor(mostAtOnce = MOST_A_SECOND) {
    this.#mostAtOnce = mostAtOnce;
    this.#left = mostAtOnce;
  }

  take(): boolean {
    const nowMs = performance.now();
    this.#left = Math.min(this.#mostAtOnce, this.#left + ((nowMs - this.#filledMs) * MOST_A_SECOND) / 1000);
    this.#filledMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
