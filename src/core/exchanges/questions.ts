import type { InputRequests, InputResponses } from '../../../contracts/asking.ts';
import type { Failure } from '../../../contracts/failure.ts';

/** What is asked at once. */
interface Round {
  readonly requests: InputRequests;
  /** What has no response yet: its key in the exchange, and the key of whoever asks. */
  readonly open: Map<string, string>;
  readonly responses: Map<string, InputResponses[string]>;
  readonly settle: (end: InputResponses | Failure) => void;
}

/** What one exchange asks its caller, and what of it has no response yet. */
export class Questions {
  readonly #rounds = new Set<Round>();
  #count = 0;
  #closed: Failure | undefined;

  get areOpen(): boolean {
    return this.#rounds.size > 0;
  }

  /** Until all that is asked has its response, or `close` says why it never will. */
  ask(requests: InputRequests): Promise<InputResponses | Failure> {
    const keys = Object.keys(requests);
    if (this.#closed !== undefined) return Promise.resolve(this.#closed);
    if (keys.length === 0) return Promise.resolve({});
    this.#count += 1;
    // Whoever asks may use a key again; a caller takes what it is told under the same key for the same question.
    const open = new Map(keys.map((key) => [`${this.#count}.${key}`, key]));
    return new Promise((settle) => {
      this.#rounds.add({ requests, open, responses: new Map(), settle });
    });
  }

  /** What has no response yet, by keys that nothing else in this exchange is ever asked under. */
  open(): InputRequests {
    const open = [...this.#rounds].flatMap((round) => [...round.open].map(([key, its]) => [key, round.requests[its]]));
    return Object.fromEntries(open);
  }

  /** Takes what answers something, and ignores the rest. */
  answer(responses: InputResponses): void {
    for (const round of this.#rounds) {
      for (const [key, its] of round.open) {
        const response = Object.hasOwn(responses, key) ? responses[key] : undefined;
        if (response === undefined) continue;
        round.responses.set(its, response);
        round.open.delete(key);
      }
      if (round.open.size === 0) this.#settle(round, Object.fromEntries(round.responses));
    }
  }

  /** Nobody will answer any more. */
  close(why: Failure): void {
    this.#closed ??= why;
    for (const round of this.#rounds) this.#settle(round, why);
  }

  #settle(round: Round, end: InputResponses | Failure): void {
    this.#rounds.delete(round);
    round.settle(end);
  }
}
