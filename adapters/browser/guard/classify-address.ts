import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address lies outside the public internet: private, loopback, link-local (cloud metadata), carrier
 * NAT, multicast, reserved, and IPv6 forms that carry such an IPv4 address. Undefined: no IP address.
 */
export function isPrivateAddress(text: string): boolean | undefined {
  const bare = text.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(bare)) return undefined;
  // `process` turns ::ffff:127.0.0.1 into 127.0.0.1; every other embedding has a range of its own, and is no `unicast`.
  return ipaddr.process(bare).range() !== 'unicast';
}

/** Names that resolve to this machine whatever DNS says (RFC 6761). */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost');
}
