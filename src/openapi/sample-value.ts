import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { toList, toObject } from './list-operations.ts';
import { samplePattern } from './sample-pattern.ts';

/** Deeper than any example is read; schemas that refer to themselves end here. */
const MAX_DEPTH = 12;

/** Texts of the formats that the service checks. */
const FORMATTED: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  duration: 'P1D',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  'uri-reference': '/example',
  email: 'somebody@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  byte: 'ZXhhbXBsZQ==',
};

/** A small value that most likely fits a converted schema: what it needs and nothing more. Whether it fits is for the caller to see. */
export function sampleValue(schema: JsonValue, definitions: JsonObject, depth = 0): JsonValue {
  const own = toObject(schema);
  if (depth > MAX_DEPTH) return null;
  if (own.const !== undefined) return own.const;
  if (own.default !== undefined) return own.default;
  const [first] = toList(own.enum);
  if (first !== undefined) return first;
  const sample = (inner: JsonValue): JsonValue => sampleValue(inner, definitions, depth + 1);
  if (typeof own.$ref === 'string') return sample(definitions[own.$ref.slice('#/$defs/'.length)] ?? true);
  const parts = [...toList(own.allOf).map(sample), ...toList(own.anyOf).slice(0, 1).map(sample)];
  if (parts.length > 0 && own.type === undefined && own.properties === undefined) return merge(parts);
  return ofType(own, sample, parts);
}

function ofType(schema: JsonObject, sample: (inner: JsonValue) => JsonValue, parts: readonly JsonValue[]): JsonValue {
  const [type = schema.properties === undefined ? undefined : 'object'] = [schema.type].flat();
  if (type === 'object') return merge([...parts, ofObject(schema, sample)]);
  if (type === 'array')
    return Array.from({ length: Math.min(Number(schema.minItems ?? 0), 10) }, () => sample(schema.items ?? true));
  if (type === 'string' || type === undefined) return ofText(schema);
  if (type === 'boolean') return true;
  return type === 'null' ? null : ofNumber(schema, type === 'integer');
}

function ofObject(schema: JsonObject, sample: (inner: JsonValue) => JsonValue): JsonObject {
  const properties = toObject(schema.properties);
  return Object.fromEntries(
    toList(schema.required).map((name) => [String(name), sample(properties[String(name)] ?? true)]),
  );
}

function ofText({ format, pattern, minLength = 0, maxLength }: JsonObject): string {
  const shaped = typeof pattern === 'string' ? samplePattern(pattern) : undefined;
  if (shaped !== undefined) return shaped;
  const text = FORMATTED[String(format)] ?? 'example'.padEnd(Math.min(Number(minLength), 1000), 'x');
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
}

function ofNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: JsonObject, whole: boolean): number {
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : undefined;
  const from = typeof minimum === 'number' ? minimum : (above ?? step);
  const number = typeof maximum === 'number' ? Math.min(from, maximum) : from;
  return whole ? Math.ceil(number) : number;
}

/** Parts of one object put together; the last one where they are none. */
function merge(parts: readonly JsonValue[]): JsonValue {
  const objects = parts.filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  return objects.length > 0 ? Object.assign({}, ...objects) : (parts.at(-1) ?? null);
}
