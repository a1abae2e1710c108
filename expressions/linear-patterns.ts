import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js';
import { RE2JS } from 're2js';

/** A pattern that is matched in a time in proportion to its text, whatever both are. Undefined: it looks around or back, or is none. */
function readLinear(pattern: string): RegExpLike | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return undefined;
  }
}

export function isLinear(pattern: string): boolean {
  return readLinear(pattern) !== undefined;
}

/** For ajv: matches in linear time what can be. V8 itself may take for ever over a few dozen characters. */
export const linearPatterns: RegExpEngine = Object.assign(
  (pattern: string, flags: string): RegExpLike => readLinear(pattern) ?? new RegExp(pattern, flags),
  { code: 'linearPatterns' }, // how generated code would name it; none is written out
);
