import { isJsonObject, type JsonObject, type JsonValue } from '../../../contracts/json.ts';
import { isLinear } from '../../../expressions/linear-patterns.ts';

/** Every pattern in a schema, wherever: a `$ref` may point into what looks like data. */
export function patternsOf(value: JsonValue, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value) patternsOf(item, found);
  if (!isJsonObject(value)) return found;
  const { pattern, patternProperties } = value;
  if (typeof pattern === 'string') found.add(pattern);
  if (isJsonObject(patternProperties)) for (const name of Object.keys(patternProperties)) found.add(name);
  for (const member of Object.values(value)) patternsOf(member, found);
  return found;
}

/**
 * A schema of a server without the patterns that can't be matched in linear time (those that look around or back): with one of them
 * and a text to go with it, a server could stop this whole service. It looks at its arguments itself.
 */
export function withoutSlowPatterns(schema: JsonObject): JsonObject {
  const slow = new Set([...patternsOf(schema)].filter((pattern) => !isLinear(pattern)));
  return slow.size === 0 ? schema : withoutPatterns(schema, slow);
}

function withoutPatterns(schema: JsonObject, slow: ReadonlySet<string>): JsonObject {
  const left = new Set<string>();
  const { pattern, patternProperties } = schema;
  if (typeof pattern === 'string' && slow.has(pattern)) left.add('pattern');
  if (isJsonObject(patternProperties) && Object.keys(patternProperties).some((name) => slow.has(name))) {
    // Which properties are others is not known any more.
    for (const keyword of ['patternProperties', 'additionalProperties', 'unevaluatedProperties']) left.add(keyword);
  }
  const kept = Object.entries(schema).filter(([keyword]) => !left.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, within(value, slow)]));
}

function within(value: JsonValue, slow: ReadonlySet<string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => within(item, slow));
  return isJsonObject(value) ? withoutPatterns(value, slow) : value;
}
