import type { AdapterLog } from '../../contracts/adapter.ts';
import type { Outbound } from '../../contracts/outbound.ts';
import type { AuthSettings } from '../config/auth-settings.ts';
import type { Authenticator } from '../core/authenticator.ts';
import { openApiKeys } from './api-keys.ts';
import { openJsonWebTokens } from './json-web-tokens.ts';
import { openSigningKeys } from './signing-keys.ts';

/** What finds out who calls; undefined where nobody is asked. */
export function openAuthenticator(
  settings: AuthSettings,
  outbound: Outbound,
  log: AdapterLog,
): Authenticator | undefined {
  switch (settings.mode) {
    case 'none':
      return undefined;
    case 'api_key':
      return openApiKeys(settings.keys);
    case 'jwt':
      return openJsonWebTokens(settings, openSigningKeys(settings.jwksUrl, outbound, log));
  }
}
