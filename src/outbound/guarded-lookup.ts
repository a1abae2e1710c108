import { lookup as systemLookup } from 'node:dns';
import { type LookupAddress, type OutboundLookup, OutboundRefused } from '../../contracts/outbound.ts';
import type { OutboundRules } from './outbound-rules.ts';
import { closedAddress } from './refusals.ts';

/** As `dns.lookup` with `all`: tests bring one that answers as an attacker's would. */
export type Resolve = (
  hostname: string,
  wishes: { readonly all: true; readonly family: number; readonly hints: number | undefined },
  done: (error: Error | null, addresses?: LookupAddress[]) => void,
) => void;

export const resolveBySystem: Resolve = (hostname, { family, hints }, done) =>
  systemLookup(hostname, { all: true, family, ...(hints !== undefined && { hints }) }, done);

/** A name is judged by all its addresses: whoever mixes a private one in means it to be used. */
export function createGuardedLookup(rules: () => OutboundRules, resolve: Resolve): OutboundLookup {
  const judge = (hostname: string, addresses: readonly LookupAddress[]): Error | null => {
    const { isNamed, isClosedAddress } = rules();
    const isOpen = isNamed(hostname) || !addresses.some(({ address }) => isClosedAddress(address));
    return isOpen ? null : new OutboundRefused(closedAddress(hostname));
  };
  return (hostname, { all, family, hints }, done) => {
    resolve(hostname, { all: true, family: familyOf(family), hints }, (error, addresses = []) => {
      const wrong = error ?? judge(hostname, addresses);
      const [first] = addresses;
      if (wrong !== null || first === undefined) done(wrong ?? new Error(`${hostname} has no address`), []);
      else if (all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function familyOf(wanted: number | string | undefined): number {
  if (wanted === 'IPv4') return 4;
  return wanted === 'IPv6' ? 6 : Number(wanted ?? 0);
}
