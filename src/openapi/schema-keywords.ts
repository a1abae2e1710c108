import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import { clipText } from './clip-text.ts';
import type { Schema } from './json-schema.ts';

/** What reading one keyword of a schema may need beside its value. */
export interface KeywordScope {
  readonly schema: JsonObject;
  convert(inner: JsonValue): Schema;
  isReadOnly(inner: JsonValue): boolean;
  /** Says that something of the document was left out, so that less is refused than it says. */
  loosen(what: string): void;
}

type ReadKeyword = (value: JsonValue, scope: KeywordScope) => JsonValue | undefined;

const MOST_SAID = 300;
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

const text: ReadKeyword = (value) => (typeof value === 'string' ? clipText(value, MOST_SAID) : undefined);
const any: ReadKeyword = (value) => value;
const number: ReadKeyword = (value) => (typeof value === 'number' ? value : undefined);
const flag: ReadKeyword = (value) => (typeof value === 'boolean' ? value : undefined);
const count: ReadKeyword = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined);
const one: ReadKeyword = (value, scope) => (isSchema(value) ? scope.convert(value) : undefined);
const many: ReadKeyword = (value, scope) =>
  Array.isArray(value) && value.length > 0 ? value.filter(isSchema).map((inner) => scope.convert(inner)) : undefined;

/** A bound that OpenAPI 3.0 makes exclusive by a flag beside it. */
const bound =
  (flagName: string): ReadKeyword =>
  (value, { schema }) =>
    schema[flagName] === true ? undefined : number(value, NOWHERE);
const exclusive =
  (boundName: string): ReadKeyword =>
  (value, { schema }) =>
    number(value === true ? (schema[boundName] ?? null) : value, NOWHERE);

/** For readers that look at nothing but the value. */
const NOWHERE: KeywordScope = { schema: {}, convert: () => true, isReadOnly: () => false, loosen: () => undefined };

/** The keywords that are taken over, and how. `oneOf` and `nullable` are read for what is made of them. */
export const KEYWORDS: Readonly<Record<string, ReadKeyword>> = {
  title: text,
  description: text,
  default: any,
  const: any,
  deprecated: flag,
  type: (value) => {
    const types = [value].flat().filter((type) => TYPES.includes(String(type)));
    return types.length > 1 ? types : types[0];
  },
  enum: (value) => (Array.isArray(value) && value.length > 0 ? value : undefined),
  minimum: bound('exclusiveMinimum'),
  maximum: bound('exclusiveMaximum'),
  exclusiveMinimum: exclusive('minimum'),
  exclusiveMaximum: exclusive('maximum'),
  multipleOf: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  minLength: count,
  maxLength: count,
  pattern: (value, scope) => (typeof value === 'string' && isUsable(value, scope) ? value : undefined),
  format: (value) => (FORMATS.has(String(value)) ? value : undefined),
  items: one,
  prefixItems: many,
  contains: one,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  properties: (value, { convert, isReadOnly }) =>
    mapMembers(value, (inner) => (isSchema(inner) && !isReadOnly(inner) ? convert(inner) : undefined)),
  required: (value, { schema, isReadOnly }) => {
    const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
    const properties = isRecord(schema.properties) ? (schema.properties as JsonObject) : {}; // `as`: a part of a JSON value
    const wanted = new Set(
      names.filter((name) => !isReadOnly(Object.hasOwn(properties, name) ? (properties[name] ?? true) : true)),
    );
    return wanted.size > 0 ? [...wanted] : undefined;
  },
  additionalProperties: one,
  patternProperties: (value, scope) =>
    mapMembers(value, (inner, pattern) =>
      isSchema(inner) && isUsable(pattern, scope) ? scope.convert(inner) : undefined,
    ),
  propertyNames: one,
  minProperties: count,
  maxProperties: count,
  allOf: many,
  anyOf: many,
  oneOf: many,
  not: one,
  if: one,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: one,
  else: one,
};

/** What the service knows; ajv refuses a schema that holds another. */
const FORMATS = new Set([...Object.keys(fullFormats), 'password']);

function isSchema(value: JsonValue): boolean {
  return typeof value === 'boolean' || isRecord(value);
}

function mapMembers(
  value: JsonValue,
  read: (inner: JsonValue, name: string) => JsonValue | undefined,
): JsonObject | undefined {
  if (!isRecord(value)) return undefined;
  // `as`: a part of a JSON value
  const members = Object.entries(value as JsonObject).flatMap(([name, inner]): [string, JsonValue][] => {
    const kept = read(inner, name);
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(members);
}

/** A repeated group that holds a repetition without end: on some texts such a pattern takes longer than anyone lives. */
const SLOW = /\([^)]*([+*]|\{\d+,\})[^)]*\)([+*]|\{\d+,)/;
const CHARACTER_CLASS = /\[(?:[^\]\\]|\\.)*\]/g;

/** Patterns are run by the service on what callers send, so that a document must not bring one that holds it up. */
function isUsable(pattern: string, { loosen }: KeywordScope): boolean {
  const shown = JSON.stringify(pattern.slice(0, 100));
  if (SLOW.test(pattern.replaceAll(/\\./g, '.').replaceAll(CHARACTER_CLASS, '.'))) {
    loosen(`the pattern ${shown}, which could take very long on some texts`);
    return false;
  }
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    loosen(`the pattern ${shown}, which is none in JavaScript`);
    return false;
  }
}
