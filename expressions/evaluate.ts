import { EvaluationError, type ParseResult } from '@marcbachmann/cel-js';

/**
 * Evaluates an expression over JSON; throws where it comes to nothing. The CEL at hand tells maps by their `constructor`, so an
 * object with a member of that name is none to it: such input is given to it a second time, as maps.
 */
export function evaluate(parsed: ParseResult, input: object): unknown {
  try {
    return parsed(input);
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError && thrown.code === 'unsupported_type' && namesConstructor(input)))
      throw thrown;
    return parsed(Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withMaps(value)])));
  }
}

function namesConstructor(value: unknown): boolean {
  if (!isPlain(value)) return Array.isArray(value) && value.some(namesConstructor);
  return Object.hasOwn(value, 'constructor') || Object.values(value).some(namesConstructor);
}

function withMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMaps);
  if (!isPlain(value)) return value;
  return new Map(Object.entries(value).map(([key, member]) => [key, withMaps(member)]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
