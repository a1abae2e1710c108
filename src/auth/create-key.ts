import { hash, randomBytes } from 'node:crypto';

/** By which people and secret scanners recognize a key that was left lying about. */
export const KEY_PREFIX = 'wbk_';
/** Nothing of this size is ever guessed, which is what allows its hash to be a fast one. */
const KEY_BYTES = 32;

/** A new API key, and its hash as the configuration holds it. */
export function createKey(): { readonly key: string; readonly hash: string } {
  const key = `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
  return { key, hash: `sha256:${hash('sha256', key)}` };
}
