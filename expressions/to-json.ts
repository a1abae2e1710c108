import { Optional } from '@marcbachmann/cel-js';
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import type { JsonValue } from '../contracts/json.ts';

/** Why a value of CEL has no JSON. In the form of CEL's own errors. */
class NoJson extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** A value of CEL as JSON. Undefined: an optional that is not there, which lists and maps leave out. Throws where there is none. */
export function toJson(value: unknown): JsonValue | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return finite(value);
  if (typeof value === 'bigint') return whole(value);
  if (Array.isArray(value)) return value.map(toJson).filter((item) => item !== undefined);
  if (typeof value !== 'object') throw new NoJson('not_json');
  return ofObject(value);
}

function ofObject(value: object): JsonValue | undefined {
  if (value instanceof Optional) return value.hasValue() ? toJson(value.value()) : undefined;
  if (value instanceof UnsignedInt) return whole(value.value);
  if (value instanceof Map) return ofEntries([...value.entries()]);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return ofEntries(Object.entries(value));
  throw new NoJson('not_json'); // bytes, times, types: string() makes text of them
}

function ofEntries(entries: readonly (readonly [unknown, unknown])[]): JsonValue {
  const members = entries.flatMap(([key, member]): [string, JsonValue][] => {
    const json = toJson(member);
    return json === undefined ? [] : [[String(key), json]];
  });
  return Object.fromEntries(members); // makes a property of its own even of a key such as __proto__
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new NoJson('not_finite');
  return value;
}

function whole(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new NoJson('number_too_large');
  return number;
}
