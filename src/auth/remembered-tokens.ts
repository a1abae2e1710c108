import { hash } from 'node:crypto';
import type { Admission } from '../core/authenticator.ts';

/** A minute is the longest that what the issuer withdraws meanwhile is still taken. */
const MOST_AGE_MS = 60_000;
/** Some hundred bytes each; the oldest go first. */
const MOST_TOKENS = 10_000;

interface Remembered {
  readonly admission: Admission;
  readonly untilMs: number;
}

/** Who the tokens of the last minute were of, by their hashes: a signature is not checked anew with every request. */
export class RememberedTokens {
  readonly #byHash = new Map<string, Remembered>();

  recall(token: string): Admission | undefined {
    const remembered = this.#byHash.get(hash('sha256', token, 'base64url'));
    return remembered !== undefined && remembered.untilMs > Date.now() ? remembered.admission : undefined;
  }

  remember(token: string, admission: Admission): void {
    const key = hash('sha256', token, 'base64url');
    const untilMs = Math.min(Date.now() + MOST_AGE_MS, admission.expiresAtMs ?? Number.POSITIVE_INFINITY);
    this.#byHash.delete(key); // what is set anew is the youngest
    this.#byHash.set(key, { admission, untilMs });
    for (const oldest of this.#byHash.keys()) {
      if (this.#byHash.size <= MOST_TOKENS) return;
      this.#byHash.delete(oldest);
    }
  }
}
