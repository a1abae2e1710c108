import { type Failure, isFailure } from '../contracts/failure.ts';
import type { Admission, Authenticator } from '../src/core/authenticator.ts';
import { ANONYMOUS, NOBODY, type Principal } from '../src/core/principal.ts';
import { refuseToken } from '../src/core/refuse-token.ts';
import type { Admitted } from './authenticate.ts';
import type { Served } from './served.ts';

/** Who calls on a connection, for as long as that holds: until its token expires, or a reload knows it no more. */
export class Standing {
  readonly #served: Served;
  readonly #token: string | undefined;
  #by: Authenticator | undefined;
  #principal: Principal;
  #expiresAtMs: number | undefined;

  /** `admitted`: at the upgrade; undefined where nobody was asked then. */
  constructor(served: Served, admitted: Admitted | undefined) {
    this.#served = served;
    this.#token = admitted?.token;
    this.#by = admitted?.by;
    this.#principal = admitted?.admission.principal ?? ANONYMOUS;
    this.#expiresAtMs = admitted?.admission.expiresAtMs;
  }

  /** Who calls now: `unauthenticated` where that holds no longer. A promise only after a reload that changed who may call. */
  check(): Principal | Failure | Promise<Principal | Failure> {
    const { authenticator } = this.#served.core();
    if (authenticator !== this.#by) return this.#askAnew(authenticator);
    if (this.#expiresAtMs !== undefined && this.#expiresAtMs <= Date.now()) {
      return refuseToken('The token that this connection was opened with has expired', 'Connect again with a new one.');
    }
    return this.#principal;
  }

  #askAnew(by: Authenticator | undefined): Principal | Failure | Promise<Principal | Failure> {
    if (by === undefined) return this.#hold(undefined, { principal: ANONYMOUS, expiresAtMs: undefined });
    const token = this.#token;
    if (token === undefined) {
      return refuseToken(
        'Callers are asked who they are since this connection was opened',
        'Connect again with a token.',
      );
    }
    const known = by.recall(token);
    if (known !== undefined) return this.#hold(by, known);
    return by.authenticate(token).then((admission) => (isFailure(admission) ? admission : this.#hold(by, admission)));
  }

  #hold(by: Authenticator | undefined, { principal, expiresAtMs }: Admission): Principal {
    this.#by = by;
    this.#principal = principal;
    this.#expiresAtMs = expiresAtMs;
    return principal;
  }
}

/** Who is named where it was not to be found out. */
export const nameOf = (standing: Principal | Failure): Principal => (isFailure(standing) ? NOBODY : standing);
