import type { Health } from '../../../contracts/adapter.ts';
import type { Failure } from '../../../contracts/failure.ts';
import type { Outcome } from '../../../contracts/outcome.ts';

/** The action under a nonce runs, or its process ended before it could say what came of it. */
export interface NonceInFlight {
  readonly state: 'in_flight';
  /** Tells whether another request asks for the same. */
  readonly action: string;
  readonly traceId: string;
  /** When its owner will have said how it ended, if ever (epoch). */
  readonly settledByMs: number;
}

/** The action under a nonce has ended. */
export interface NonceDone {
  readonly state: 'done';
  readonly action: string;
  readonly traceId: string;
  readonly http: number;
  readonly status: Outcome['status'];
  readonly effect: Outcome['effect'];
  /** As it was sent; undefined: larger than what is kept. */
  readonly answer: string | undefined;
}

/** The nonce was used, and nothing else about it can be read. */
export interface NonceUnreadable {
  readonly state: 'unreadable';
}

export type NonceEntry = NonceInFlight | NonceDone | NonceUnreadable;

type Soon<Value> = Value | Promise<Value>;

/** Where used nonces are remembered. Nothing here throws or rejects; `nonce_unavailable` is the only failure. */
export interface NonceStore {
  /** Undefined: not used. */
  find(key: string): Soon<NonceEntry | Failure | undefined>;
  /**
   * Takes a nonce for whoever holds the token: of all who ask at once, for one only. Undefined: taken; an entry: it was used
   * before. After a failure it is not taken, or soon not any more.
   */
  claim(key: string, token: string, entry: NonceInFlight, keepMs: number): Soon<NonceEntry | Failure | undefined>;
  /** Writes down how it ended, unless somebody else holds the nonce. What fails is tried again meanwhile. */
  settle(key: string, token: string, entry: NonceDone, keepMs: number): Soon<void>;
  /** Forgets the nonce, unless somebody else holds it. What fails is tried again meanwhile. */
  release(key: string, token: string): Soon<void>;
  /** Undefined: it is part of the process. */
  health(): Health | undefined;
  /** Ends what is being tried again, within the time. */
  close(limitMs: number): Promise<void>;
}

/** How nonces are kept. */
export interface NonceKeeping {
  /** Undefined: they are not taken at all. */
  readonly store: NonceStore | undefined;
  /** How long they are remembered once their action has ended. */
  readonly ttlMs: number;
  /** Larger answers are not kept. */
  readonly answerBytes: number;
}

/** The wish of one request to be the only one that acts under its nonce. */
export interface Claim {
  readonly store: NonceStore;
  readonly key: string;
  /** Random: only who holds it may say how the action ended. */
  readonly token: string;
  readonly action: string;
  /** Whether it was granted. */
  isHeld: boolean;
}
