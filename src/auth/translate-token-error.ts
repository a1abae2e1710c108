import { errors } from 'jose';
import { type Failure, failure } from '../../contracts/failure.ts';
import { refuseToken } from '../core/refuse-token.ts';
import { KeysUnavailable } from './signing-keys.ts';

const RETRY_AFTER_MS = 1000;

const NEW_TOKEN = 'Get a new one from the issuer.';

/** By the codes of jose. Claims are looked at after the signature, so that only who holds a token of the issuer is told of them. */
const MESSAGES: Readonly<Record<string, string>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The signature of the token is not valid',
  ERR_JWKS_NO_MATCHING_KEY: 'The token is signed with a key that its issuer does not publish',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The token does not name its key (kid), and the issuer publishes more than one',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed with an algorithm that is not taken here (auth.algorithms)',
  ERR_JOSE_NOT_SUPPORTED: 'The token asks for something that is not supported here (crit)',
};

const CLAIMS: Readonly<Record<string, string>> = {
  nbf: 'The token is not valid yet',
  aud: 'The token is for another audience (auth.audience)',
  iss: 'The token is of another issuer (auth.issuer)',
};

/** Why a token was not taken, for whoever sent it. */
export function translateTokenError(error: unknown): Failure {
  if (error instanceof KeysUnavailable) return keysUnavailable();
  if (error instanceof errors.JWTExpired) return refuseToken('The token has expired', NEW_TOKEN);
  if (error instanceof errors.JWTClaimValidationFailed) return refuseToken(claimMessage(error));
  const code = error instanceof errors.JOSEError ? error.code : '';
  return refuseToken(MESSAGES[code] ?? 'What was sent is no signed token (JWT) that can be read');
}

function claimMessage({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (reason === 'missing') return `The token lacks the claim ${claim}`;
  return CLAIMS[claim] ?? `The claim ${claim} of the token is not as it must be`;
}

/** No fault of the token, which may well be good: the caller is to send the same again. */
function keysUnavailable(): Failure {
  return failure(
    'adapter_unavailable',
    'The keys that tokens are signed with cannot be fetched from their issuer now',
    {
      retryAfterMs: RETRY_AFTER_MS,
      hint: 'Nothing was done. The log of the service says what is wrong at auth.jwks_url.',
    },
  );
}
