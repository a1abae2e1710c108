import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import type { JwtSettings } from '../config/auth-settings.ts';
import type { Admission, Authenticator } from '../core/authenticator.ts';
import type { Permissions } from '../core/permissions.ts';
import { ANONYMOUS, type Principal } from '../core/principal.ts';
import { refuseToken } from '../core/refuse-token.ts';
import { compilePermissions, unitePermissions } from './compile-permissions.ts';
import { RememberedTokens } from './remembered-tokens.ts';
import { translateTokenError } from './translate-token-error.ts';

/** Other tokens of the same issuer (of logout, of events) are signed with the same keys and prove something else. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt']);
/** As many as a context id may have: ids are in every line of the log. */
const MOST_ID_UNITS = 256;

/** Callers that prove who they are by a token of an issuer, signed with one of its keys (RFC 7519, RFC 9068). */
export function openJsonWebTokens(settings: JwtSettings, keys: JWTVerifyGetKey): Authenticator {
  const remembered = new RememberedTokens();
  const readPrincipal = createPrincipalReader(settings);
  const options = {
    algorithms: [...settings.algorithms],
    issuer: settings.issuer,
    audience: settings.audience,
    clockTolerance: settings.clockSkewMs / 1000,
    requiredClaims: ['exp', settings.principalClaim],
  };
  const verify = async (token: string): Promise<Admission | Failure> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, options);
      const principal = checkType(protectedHeader.typ) ?? readPrincipal(payload);
      if (isFailure(principal)) return principal;
      return { principal, expiresAtMs: (payload.exp ?? 0) * 1000 + settings.clockSkewMs };
    } catch (error) {
      return translateTokenError(error);
    }
  };
  return {
    recall: (token) => remembered.recall(token),
    authenticate: async (token) => {
      const known = remembered.recall(token);
      if (known !== undefined) return known;
      const verified = await verify(token);
      if (!isFailure(verified)) remembered.remember(token, verified);
      return verified;
    },
  };
}

function checkType(type: string | undefined): Failure | undefined {
  if (type === undefined || TYPES.has(type.toLowerCase())) return undefined;
  return refuseToken('The token is of another type (typ) than those that callers prove themselves with: JWT, at+jwt');
}

function createPrincipalReader({ principalClaim, attributes, scopes }: JwtSettings) {
  const byScope = new Map([...scopes].map(([scope, grant]) => [scope, compilePermissions([grant])]));
  const permissionsOf = (payload: JWTPayload): Permissions =>
    unitePermissions(scopesOf(payload).flatMap((scope) => byScope.get(scope) ?? []));
  return (payload: JWTPayload): Principal | Failure => {
    const id = payload[principalClaim];
    if (typeof id !== 'string' || id === '' || id.length > MOST_ID_UNITS || id === ANONYMOUS.id) {
      return refuseToken(
        `The claim ${principalClaim} of the token names nobody: text of 1 to ${MOST_ID_UNITS} characters`,
      );
    }
    const known: JsonObject = Object.fromEntries(
      [...attributes]
        .filter(([, claim]) => Object.hasOwn(payload, claim))
        .map(([name, claim]) => [name, payload[claim] as JsonValue]), // `as`: claims are JSON
    );
    return { id, attributes: known, permissions: permissionsOf(payload) };
  };
}

/** `scope` is text with spaces between (RFC 8693); some issuers write `scp`, and some a list. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  return [scope, scp].flatMap((claim) => {
    if (typeof claim === 'string') return claim.split(' ');
    return Array.isArray(claim) ? claim.filter((each) => typeof each === 'string') : [];
  });
}
