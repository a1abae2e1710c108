import { maskSecrets } from '../contracts/secrets.ts';

/** Characters of an upstream's own words in a failure or a progress. */
const MOST_SAID = 500;
/** More of them are looked through for secrets: one that is cut in two is no longer found. */
const LOOKED_THROUGH = 8192;

/** What an upstream said, short and without what looks like a secret. */
export function sayShortly(text: string, mostCharacters = MOST_SAID): string {
  return maskSecrets(text.slice(0, LOOKED_THROUGH)).slice(0, mostCharacters);
}
