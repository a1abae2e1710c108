import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import type { Schema } from './json-schema.ts';

const PREFIX = '#/$defs/';

/** Puts each definition that is referred to once where it is referred to; the others go under `$defs`. */
export function inlineSingles(root: JsonObject, definitions: ReadonlyMap<string, Schema>): JsonObject {
  const uses = new Map<string, number>();
  for (const schema of [root, ...definitions.values()]) countReferences(schema, uses);
  const singles = new Set([...definitions.keys()].filter((name) => uses.get(name) === 1));
  const inline = (schema: JsonValue): JsonValue => {
    if (Array.isArray(schema)) return schema.map(inline);
    if (!isRecord(schema)) return schema;
    const name = referenceOf(schema);
    if (name !== undefined && singles.has(name) && Object.keys(schema).length === 1) {
      return inline(definitions.get(name) ?? true);
    }
    // `as`: a part of a JSON value
    return Object.fromEntries(Object.entries(schema as JsonObject).map(([key, member]) => [key, inline(member)]));
  };
  const whole = inline(root);
  const left = new Map<string, JsonValue>();
  const keep = (schema: JsonValue): void => {
    const names = new Map<string, number>();
    countReferences(schema, names);
    for (const name of names.keys()) {
      if (left.has(name)) continue;
      const definition = inline(definitions.get(name) ?? true);
      left.set(name, definition);
      keep(definition);
    }
  };
  keep(whole);
  // `as`: the root is an object, and so is what became of it
  const inlined = whole as JsonObject;
  return left.size === 0 ? inlined : { ...inlined, $defs: Object.fromEntries(left) };
}

function referenceOf(schema: Readonly<Record<string, unknown>>): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.slice(PREFIX.length) : undefined;
}

function countReferences(schema: JsonValue, uses: Map<string, number>): void {
  if (Array.isArray(schema)) {
    for (const item of schema) countReferences(item, uses);
  } else if (isRecord(schema)) {
    const name = referenceOf(schema);
    if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
    // `as`: a part of a JSON value
    for (const member of Object.values(schema as JsonObject)) countReferences(member, uses);
  }
}
