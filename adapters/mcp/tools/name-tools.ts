import { createHash } from 'node:crypto';

/** The most characters that the name of a tool has at hosts, and so the intent key that it is made of. */
const MOST_CHARACTERS = 64;
const HASH_DIGITS = 6;

/**
 * Intent keys for the names of tools, in their order. A name that can be no part of a key, or is too long for one, is made to
 * fit and told apart by a hash of what it was; so is one that hosts could not tell from an earlier one.
 */
export function nameTools(prefix: string, names: readonly string[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    if (keys.has(name)) continue;
    const plain = makeKey(prefix, name);
    const key = taken.has(asHostsSee(plain)) ? withHash(prefix + name, name) : plain;
    if (taken.has(asHostsSee(key))) continue;
    keys.set(name, key);
    taken.add(asHostsSee(key));
  }
  return keys;
}

function makeKey(prefix: string, name: string): string {
  const key = prefix + name;
  return KEY.test(key) && key.length <= MOST_CHARACTERS ? key : withHash(key, name);
}

const KEY = /^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_./-]+)?$/;

function withHash(key: string, name: string): string {
  const dot = key.indexOf('.');
  const [type, rest] = dot > 0 && dot < key.length - 1 ? [key.slice(0, dot), key.slice(dot)] : [key, ''];
  const safe = type.replace(/[^A-Za-z0-9_-]/g, '_') + rest.replace(/[^A-Za-z0-9_./-]/g, '_');
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_DIGITS);
  return `${safe.slice(0, MOST_CHARACTERS - HASH_DIGITS - 1)}-${hash}`;
}

/** Hosts refuse dots and slashes: a tool is called by its key with `_` for them. */
function asHostsSee(key: string): string {
  return key.replace(/[^A-Za-z0-9_-]/g, '_');
}
