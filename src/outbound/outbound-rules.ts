import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { hostName, isPrivateHost, parseAddress } from './is-private-host.ts';

/** What is open beside the public internet, compiled from `outbound.allow`. */
export interface OutboundRules {
  /** Whether a connection to this IP address is closed. */
  isClosedAddress(address: string): boolean;
  /** Whether a name may be used whatever it resolves to. */
  isNamed(host: string): boolean;
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

export function compileOutboundRules(allow: readonly string[]): OutboundRules {
  const ranges = allow.map(parseRange).filter((range) => range !== undefined);
  const names = new Set(allow.filter((entry) => parseRange(entry) === undefined).map(hostName));
  return {
    isClosedAddress: (text) => {
      const address = parseAddress(text);
      // What the resolver gives and we can't read is nothing to connect to.
      if (address === undefined) return true;
      return isPrivateHost(text) === true && !ranges.some((range) => isWithin(address, range));
    },
    isNamed: (host) => names.has(hostName(host)),
  };
}

/** `10.1.2.0/24`, or one address; undefined where it is neither. Short forms are none: who writes 10.1.2 hardly means 10.1.0.2. */
export function parseRange(entry: string): Range | undefined {
  if (isIP(entry.split('/')[0] ?? '') === 0) return undefined;
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = parseAddress(entry);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isWithin(address: Range[0], [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
