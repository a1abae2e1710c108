import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import type { Schema } from './json-schema.ts';
import type { SchemaBundle } from './schema-bundle.ts';
import { KEYWORDS, type KeywordScope } from './schema-keywords.ts';

/**
 * A schema of OpenAPI as JSON Schema 2020-12, with the keywords that validate and no others. A reference becomes one to what
 * the bundle holds under `$defs`.
 */
export function convertSchema(bundle: SchemaBundle, schema: JsonValue): Schema {
  if (typeof schema === 'boolean') return schema;
  if (!isRecord(schema)) return true;
  // `as`: a part of a JSON value
  const own = schema as JsonObject;
  if (own.$dynamicRef !== undefined) bundle.refuse('its schema uses $dynamicRef, which is not read');
  if (typeof own.$ref !== 'string') return convertOwn(bundle, own);
  const { $ref, ...beside } = own;
  const name = bundle.nameOf($ref);
  if (name === undefined) return true;
  const refers = { $ref: `#/$defs/${name}` };
  // What stands beside a reference OpenAPI 3.0 ignores, but documents that say nullable there mean it.
  if (bundle.version === '3.0') return own.nullable === true ? { anyOf: [refers, NULL] } : refers;
  return { ...Object(convertOwn(bundle, beside)), ...refers };
}

const NULL = { type: 'null' };

function convertOwn(bundle: SchemaBundle, schema: JsonObject): Schema {
  const scope: KeywordScope = {
    schema,
    convert: (inner) => convertSchema(bundle, inner),
    isReadOnly: (inner) => bundle.isReadOnly(inner),
    loosen: (what) => bundle.loosen(what),
  };
  const converted: Record<string, JsonValue> = {};
  for (const [keyword, read] of Object.entries(KEYWORDS)) {
    const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    const kept = value === undefined ? undefined : read(value, scope);
    if (kept !== undefined) converted[keyword] = kept;
  }
  const whole = withAlternatives(converted);
  return schema.nullable === true && bundle.version === '3.0' ? allowNull(whole) : whole;
}

/** Alternatives of documents overlap, where a discriminator tells them apart and elsewhere: one that fits is enough. */
function withAlternatives({ oneOf, ...rest }: JsonObject): JsonObject {
  if (oneOf === undefined) return rest;
  if (rest.anyOf === undefined) return { ...rest, anyOf: oneOf };
  return { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), { anyOf: oneOf }] };
}

/** `nullable: true` of OpenAPI 3.0. */
function allowNull(schema: JsonObject): Schema {
  const { type, enum: values } = schema;
  if (typeof type !== 'string' || schema.allOf !== undefined || schema.anyOf !== undefined)
    return { anyOf: [schema, NULL] };
  const withNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  return { ...schema, type: [type, 'null'], ...withNull };
}
