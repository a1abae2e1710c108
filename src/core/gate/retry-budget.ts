/** Retries that a target is given before the first request has earned one: a hiccup after a quiet time is got over. */
const MOST_SAVED = 10;

/** How many retries there may be: a part of the requests. Without it, a target that fails is sent a multiple of its load. */
export class RetryBudget {
  readonly #earnedPerRequest: number;
  #saved: number;

  constructor(budgetPercent: number) {
    this.#earnedPerRequest = budgetPercent / 100;
    this.#saved = budgetPercent === 0 ? 0 : MOST_SAVED;
  }

  earn(): void {
    this.#saved = Math.min(MOST_SAVED, this.#saved + this.#earnedPerRequest);
  }

  spend(): boolean {
    if (this.#saved < 1) return false;
    this.#saved -= 1;
    return true;
  }
}
