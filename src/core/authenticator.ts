import type { Failure } from '../../contracts/failure.ts';
import type { Principal } from './principal.ts';

/** Who was found to call, and until when that holds. */
export interface Admission {
  readonly principal: Principal;
  /** Epoch ms; undefined for what does not expire. */
  readonly expiresAtMs: number | undefined;
}

/** Finds out who calls, by the token that came with a request. */
export interface Authenticator {
  /** The answer that needs no waiting; undefined where there is none, be it that the token is no good. */
  recall(token: string): Admission | undefined;
  /** Fails with `unauthenticated`, or with `adapter_unavailable` where it can't be found out now. */
  authenticate(token: string): Promise<Admission | Failure>;
}
