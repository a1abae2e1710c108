import { type Failure, failure } from '../../contracts/failure.ts';
import type { NonceDone, NonceEntry, NonceInFlight, NonceStore } from '../core/single-use/nonce-store.ts';

export interface MemoryNonceLimits {
  /** How many nonces are remembered. */
  readonly entries: number;
  /** What the kept answers may hold together, in UTF-16 units. */
  readonly answerUnits: number;
}

/** About 50 MB of nonces without answers, and as much again of these. */
const DEFAULT_LIMITS: MemoryNonceLimits = { entries: 100_000, answerUnits: 33_554_432 };
/** Before the next try, where all that is remembered still runs. */
const RETRY_AFTER_MS = 1000;

interface Kept {
  readonly token: string;
  readonly entry: NonceInFlight | NonceDone;
  readonly untilMs: number;
}

/**
 * Remembers nonces as long as the process lives: right for one process only. Bounded: the oldest finished ones are forgotten first,
 * their answers before them, and what still runs never is.
 */
export class MemoryNonceStore implements NonceStore {
  readonly #limits: MemoryNonceLimits;
  readonly #now: () => number;
  readonly #running = new Map<string, Kept>();
  /** In the order in which they finished. */
  readonly #done = new Map<string, Kept>();
  /** Those of them whose answer is still kept, in the same order. */
  readonly #answered = new Map<string, number>();
  #answerUnits = 0;

  constructor(limits: MemoryNonceLimits = DEFAULT_LIMITS, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  find(key: string): NonceEntry | undefined {
    const kept = this.#running.get(key) ?? this.#done.get(key);
    return kept === undefined || kept.untilMs <= this.#now() ? undefined : kept.entry;
  }

  claim(key: string, token: string, entry: NonceInFlight, keepMs: number): NonceEntry | Failure | undefined {
    const known = this.find(key);
    if (known !== undefined) return known;
    this.#forget(key);
    this.#makeRoom();
    if (this.#running.size >= this.#limits.entries) {
      return failure(
        'nonce_unavailable',
        `${this.#limits.entries} actions with a nonce are under way, as many as may be`,
        {
          hint: 'Nothing was done. Send it again later.',
          retryAfterMs: RETRY_AFTER_MS,
        },
      );
    }
    this.#running.set(key, { token, entry, untilMs: this.#now() + keepMs });
    return undefined;
  }

  settle(key: string, token: string, entry: NonceDone, keepMs: number): void {
    const running = this.#running.get(key);
    if (running !== undefined && running.token !== token) return;
    this.#forget(key);
    this.#done.set(key, { token, entry, untilMs: this.#now() + keepMs });
    if (entry.answer === undefined) return;
    this.#answered.set(key, entry.answer.length);
    this.#answerUnits += entry.answer.length;
    for (const oldest of this.#answered.keys()) {
      if (this.#answerUnits <= this.#limits.answerUnits) break;
      this.#dropAnswer(oldest);
    }
  }

  release(key: string, token: string): void {
    if (this.#running.get(key)?.token === token) this.#running.delete(key);
  }

  health(): undefined {
    return undefined;
  }

  async close(): Promise<void> {}

  /** For one more: what is over goes, and the oldest of what has finished where that is not enough. */
  #makeRoom(): void {
    for (const [key, { untilMs }] of this.#done) {
      const isFull = this.#running.size + this.#done.size >= this.#limits.entries;
      if (untilMs > this.#now() && !isFull) return;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    this.#running.delete(key);
    this.#done.delete(key);
    this.#dropUnits(key);
  }

  #dropAnswer(key: string): void {
    const kept = this.#done.get(key);
    if (kept?.entry.state === 'done') {
      this.#done.set(key, { ...kept, entry: { ...kept.entry, answer: undefined } });
    }
    this.#dropUnits(key);
  }

  #dropUnits(key: string): void {
    this.#answerUnits -= this.#answered.get(key) ?? 0;
    this.#answered.delete(key);
  }
}
