import { readdirSync, readFileSync } from 'node:fs';

/** The processes whose command line holds a text, by their ids. What has ended and is only waiting to be reaped is none. */
export function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text);
      } catch {
        return false; // it ended meanwhile
      }
    })
    .map(Number);
}
