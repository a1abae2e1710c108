import { distance } from 'fastest-levenshtein';

/** Longer than any name of ours: comparing takes time by the product of both lengths. */
const LONGEST = 256;

/** The names most like `name`, best first; those that share nothing worth naming are left out. */
export function nearest(name: string, names: Iterable<string>, most = 3): string[] {
  if (name.length > LONGEST) return [];
  const wanted = name.toLowerCase();
  return [...names]
    .map((candidate) => ({ candidate, apart: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, apart }) => {
      const longest = Math.max(wanted.length, candidate.length);
      return apart < longest && apart <= Math.max(2, Math.ceil(longest / 2));
    })
    .sort((a, b) => a.apart - b.apart)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}
