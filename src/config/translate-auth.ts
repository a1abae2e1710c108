import type { ApiKeyConfig, AuthConfig, GrantConfig } from '../../contracts/config/auth.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { ApiKeySettings, AuthSettings, GrantSettings } from './auth-settings.ts';

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** As for context ids: clocks that are kept by NTP differ by less. */
const CLOCK_SKEW_MS = 30_000;

/** A checked `auth` section, in the words of the code; left out: nobody is asked who they are. */
export function translateAuth(auth: AuthConfig = { mode: 'none' }): AuthSettings {
  switch (auth.mode) {
    case 'none':
      return { mode: 'none' };
    case 'api_key':
      return { mode: 'api_key', keys: (auth.keys ?? []).map(translateKey) };
    case 'jwt': {
      const { jwks_url: jwksUrl = '', issuer = '', audience = '' } = auth; // `checkAuth` has refused a jwt without them
      return {
        mode: 'jwt',
        jwksUrl,
        issuer,
        audience,
        algorithms: auth.algorithms ?? ALGORITHMS,
        clockSkewMs: auth.clock_skew_ms ?? CLOCK_SKEW_MS,
        principalClaim: auth.principal_claim ?? 'sub',
        attributes: new Map(Object.entries(auth.attributes ?? {})),
        scopes: new Map(Object.entries(auth.scopes ?? {}).map(([scope, grant]) => [scope, translateGrant(grant)])),
      };
    }
  }
}

function translateKey({ id, hash, attributes = {}, ...grant }: ApiKeyConfig): ApiKeySettings {
  return {
    id,
    sha256: hash.slice('sha256:'.length),
    attributes: attributes as JsonObject, // `as`: what YAML reads under a key of text is JSON
    grant: translateGrant(grant),
  };
}

function translateGrant({ intents, domains, targets, may = [] }: GrantConfig): GrantSettings {
  return { intents, ...(domains !== undefined && { domains }), ...(targets !== undefined && { targets }), may };
}
