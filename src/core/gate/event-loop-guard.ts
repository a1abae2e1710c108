import { type Failure, failure } from '../../../contracts/failure.ts';
import type { Priority } from '../../../contracts/request.ts';

/** How many times the limit the event loop may be late before requests of a priority are shed. */
const TIMES: Readonly<Record<Priority, number>> = { low: 1, normal: 2, high: 4 };
/** As long as it takes until the delay is measured anew, and that the process has time to get over it. */
const RETRY_AFTER_MS = 1000;

/** Sheds requests while the process itself has more to do than it can: the lowest priority first. */
export class EventLoopGuard {
  readonly #limitMs: number;
  readonly #delayMs: () => number;

  /** `delayMs` says how late the event loop is at the moment. */
  constructor(limitMs: number, delayMs: () => number) {
    this.#limitMs = limitMs;
    this.#delayMs = delayMs;
  }

  /** `overloaded` where requests of this priority are shed. */
  refusal(priority: Priority): Failure | undefined {
    const delayMs = this.#delayMs();
    if (delayMs <= this.#limitMs * TIMES[priority]) return undefined;
    return failure(
      'overloaded',
      `The service is ${Math.round(delayMs)} ms behind its work and takes no ${priority} priority`,
      {
        hint: 'Nothing was done. Send it again after retry_after_ms, or to another replica; a higher intent.priority is shed later.',
        retryAfterMs: RETRY_AFTER_MS,
      },
    );
  }
}
