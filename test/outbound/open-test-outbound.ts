import type { LookupAddress, Outbound } from '../../contracts/outbound.ts';
import type { Resolve } from '../../src/outbound/guarded-lookup.ts';
import { openOutbound } from '../../src/outbound/open-outbound.ts';

/** The guard with these addresses open, and names that resolve as a test says; others as on this machine. */
export function openTestOutbound(allow: readonly string[] = [], resolve?: Resolve): Outbound {
  return openOutbound(allow, resolve).guard;
}

/** A resolver that gives what `answers` say, one after the other, the last for good. */
export function resolveTo(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return (_hostname, _wishes, done) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    done(null, answer.map(toLookupAddress));
  };
}

function toLookupAddress(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}
