import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import { ANONYMOUS, type Principal } from '../../../src/core/principal.ts';
import type { Served } from '../../served.ts';

/** Names no variable: whoever starts the process says where the token is from. */
const NO_TOKEN = 'There is no token that says who calls, and auth.mode asks for one';

/**
 * Finds out who calls over the streams of this process, at each request anew: a reload may have withdrawn a key, and tokens
 * expire. Fails with `unauthenticated`, or with `adapter_unavailable` where it can't be found out now.
 */
export function createLocalCaller(
  served: Served,
  token: string | undefined,
): () => Principal | Failure | Promise<Principal | Failure> {
  return () => {
    const { authenticator } = served.core();
    if (authenticator === undefined) return ANONYMOUS;
    if (token === undefined) return failure('unauthenticated', NO_TOKEN);
    const known = authenticator.recall(token);
    if (known !== undefined) return known.principal;
    return authenticator.authenticate(token).then((found) => (isFailure(found) ? found : found.principal));
  };
}
