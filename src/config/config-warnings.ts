import { isIP } from 'node:net';
import { compileOutboundRules } from '../outbound/outbound-rules.ts';
import { isLoopback } from './check-listen.ts';
import type { Settings } from './settings.ts';

/** What is allowed, and still deserves a loud word at the start. */
export function configWarnings(settings: Settings, isRandomSecret: boolean): string[] {
  const { host, allowedHosts } = settings.listen;
  const isOpen = !isLoopback(host);
  const demanded = settings.policies.map(({ consequence }) => ('ask' in consequence ? consequence.ask : undefined));
  const idle = settings.guards.map(({ name }) => name).filter((name) => !demanded.includes(name));
  const warnings: (string | false)[] = [
    isRandomSecret &&
      `WAYBILL_SECRET is not set: ids and handles are signed with a random secret that ends with this process.${settings.development ? ' For development only.' : ''}`,
    isOpen &&
      settings.auth.mode === 'none' &&
      `anyone who reaches ${host} may act through this service: there is no authentication.`,
    isOpen &&
      allowedHosts.length === 0 &&
      'listen.allowed_hosts is empty: only requests addressed to localhost or a loopback address are answered.',
    settings.nonce.store === 'memory' &&
      settings.routes.some(({ nonce }) => nonce === 'required') &&
      'nonces are required, and remembered by this process alone: what was used is forgotten when it ends. nonce.store: redis remembers.',
    idle.length > 0 && `no policy demands ${idle.join(', ')} (guards): nothing is checked by what nobody asks.`,
    closedIssuerOf(settings),
    isOpen && settings.development && 'development mode is open to the network.',
  ];
  return warnings.filter((warning) => warning !== false);
}

/** An issuer at an address that is closed as it stands; what a name resolves to is not known yet. */
function closedIssuerOf({ auth, outbound }: Settings): string | false {
  if (auth.mode !== 'jwt') return false;
  const host = new URL(auth.jwksUrl).hostname.replace(/^\[|\]$/g, '');
  return (
    isIP(host) !== 0 &&
    compileOutboundRules(outbound.allow).isClosedAddress(host) &&
    `auth.jwks_url is at ${host}, which outbound.allow does not name: no keys can be fetched, and no token is taken.`
  );
}
