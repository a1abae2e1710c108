import type { Served } from '../../served.ts';
import { fingerprintOf, tellDifferences } from './fingerprint.ts';

type Tell = Parameters<typeof tellDifferences>[2];

/** Tells of lists that become others, by a reload or by what a target offers anew, until the function that it returns is called. */
export function followLists(served: Served, tell: Tell): () => void {
  let known = fingerprintOf(served.core());
  return served.onSwap(() => {
    const before = known;
    known = fingerprintOf(served.core());
    tellDifferences(before, known, tell);
  });
}
