import type { Outbound, OutboundRefusal } from '../../contracts/outbound.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createGuardedLookup, type Resolve, resolveBySystem } from './guarded-lookup.ts';
import { isPrivateHost, parseAddress } from './is-private-host.ts';
import { compileOutboundRules, type OutboundRules } from './outbound-rules.ts';
import { closedAddress, credentialsInUrl, UNREADABLE, wrongScheme } from './refusals.ts';

const SCHEMES = new Set(['http:', 'https:', 'ws:', 'wss:']);

/** The one guard of a service, and what is open beside the public internet: a reload may change that. */
export interface OpenOutbound {
  readonly guard: Outbound;
  allow(entries: readonly string[]): void;
}

export function openOutbound(allowed: readonly string[], resolve: Resolve = resolveBySystem): OpenOutbound {
  let rules = compileOutboundRules(allowed);
  const checks = {
    refuse: (text: string) => refuse(text, rules),
    lookup: createGuardedLookup(() => rules, resolve),
  };
  return {
    guard: { ...checks, isPrivateHost, fetch: createGuardedFetch(checks) },
    allow: (entries) => {
      rules = compileOutboundRules(entries);
    },
  };
}

function refuse(text: string, rules: OutboundRules): OutboundRefusal | undefined {
  if (!URL.canParse(text)) return UNREADABLE;
  const { protocol, username, password, hostname } = new URL(text);
  if (!SCHEMES.has(protocol)) return wrongScheme(protocol);
  if (username !== '' || password !== '') return credentialsInUrl(hostname);
  // `URL` has already turned 2130706433, 0x7f.1 and 0177.0.0.1 into 127.0.0.1.
  if (rules.isNamed(hostname)) return undefined;
  const isClosed = parseAddress(hostname) === undefined ? isPrivateHost(hostname) : rules.isClosedAddress(hostname);
  return isClosed === true ? closedAddress(hostname) : undefined;
}
