import ipaddr from 'ipaddr.js';

/** What the internet hands out to hosts (RFC 4291, 2000::/3); IPv4 may be carried in addresses outside it (`::7f00:1`). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure answers virtual machines here with what is theirs alone, as others do at link-local addresses. */
const AZURE_WIRE_SERVER = '168.63.129.16';

/**
 * Whether a host lies outside the public internet: private, loopback, link-local (cloud metadata), carrier NAT, multicast
 * and reserved addresses, IPv6 forms that carry an IPv4 address, and the names of this machine. Undefined: another name.
 */
export function isPrivateHost(host: string): boolean | undefined {
  const address = parseAddress(host);
  if (address === undefined) return isLoopbackName(host) || undefined;
  // Each way to carry an IPv4 address in an IPv6 one (6to4, Teredo, NAT64) has a range of its own, and is no `unicast`.
  if (address.range() !== 'unicast') return true;
  if (address instanceof ipaddr.IPv6) return !address.match(GLOBAL_IPV6);
  return address.toString() === AZURE_WIRE_SERVER;
}

/** An address as it stands in a URL or comes from a resolver; ::ffff:127.0.0.1 is 127.0.0.1. */
export function parseAddress(host: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}

/** Names that resolve to this machine whatever DNS says (RFC 6761). */
function isLoopbackName(host: string): boolean {
  const name = hostName(host);
  return name === 'localhost' || name.endsWith('.localhost');
}

/** A name in the one form in which it is compared: `IDP.Internal.` is `idp.internal`. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/\.+$/, '');
}
