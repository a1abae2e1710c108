import { type Failure, failure } from '../../../contracts/failure.ts';

/** A caller can't know when its own requests end; this is soon enough, and no flood. */
const RETRY_AFTER_MS = 1000;

/** How many requests each principal has under way; one that has none takes no room. */
export class InFlight {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `rate_limited` where the principal has as many under way as it may. */
  refusal(principal: string): Failure | undefined {
    const count = this.#counts.get(principal);
    if (count === undefined || count < this.#limit) return undefined;
    return failure('rate_limited', `This caller has ${count} requests under way, as many as it may`, {
      hint: 'Nothing was done. Wait for answers before sending more; limits.in_flight_per_principal is the limit.',
      retryAfterMs: RETRY_AFTER_MS,
    });
  }

  enter(principal: string): void {
    this.#counts.set(principal, (this.#counts.get(principal) ?? 0) + 1);
  }

  leave(principal: string): void {
    const count = this.#counts.get(principal) ?? 0;
    if (count > 1) this.#counts.set(principal, count - 1);
    else this.#counts.delete(principal);
  }
}
