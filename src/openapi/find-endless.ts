import type { JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import type { Schema } from './json-schema.ts';

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/**
 * The name of a schema that applies itself to the very value that it is asked about: validating would never end. One that
 * comes back by a property or an item ends with the value.
 */
export function findEndless(definitions: ReadonlyMap<string, Schema>): string | undefined {
  const done = new Set<string>();
  const path = new Set<string>();
  const visit = (name: string): string | undefined => {
    if (path.has(name)) return name;
    if (done.has(name)) return undefined;
    path.add(name);
    const endless = inPlaceNames(definitions.get(name) ?? true)
      .map(visit)
      .find((found) => found !== undefined);
    path.delete(name);
    done.add(name);
    return endless;
  };
  return [...definitions.keys()].map(visit).find((found) => found !== undefined);
}

function inPlaceNames(schema: JsonValue): string[] {
  if (Array.isArray(schema)) return schema.flatMap(inPlaceNames);
  if (!isRecord(schema)) return [];
  const own = typeof schema.$ref === 'string' ? [schema.$ref.slice('#/$defs/'.length)] : [];
  // `as`: a part of a JSON value
  return [...own, ...IN_PLACE.flatMap((keyword) => inPlaceNames((schema[keyword] ?? true) as JsonValue))];
}
