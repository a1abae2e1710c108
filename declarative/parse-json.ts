import secureJson from 'secure-json-parse';
import type { JsonValue } from '../contracts/json.ts';

/** Deeper than any answer that is meant to be read; far from where walking it by recursion runs out of stack. */
const MOST_LEVELS = 100;

/** JSON of an upstream, without `__proto__` and `constructor.prototype` keys; undefined where it is none, or nested too deeply. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    // `as`: what a JSON parser gives is JSON
    const value = secureJson.parse(text, null, { protoAction: 'remove', constructorAction: 'remove' }) as JsonValue;
    return isDeeper(value, MOST_LEVELS) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: JsonValue, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((member) => isDeeper(member, most - 1));
}
