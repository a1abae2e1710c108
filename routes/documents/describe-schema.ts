import { isJsonObject, type JsonValue } from '../../contracts/json.ts';

/** One property of a JSON schema, for a reader. */
export interface PropertyRow {
  /** Dotted from the root; `[]` stands for each member of an array. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

const MAX_DEPTH = 4;

/** The properties of a schema, nested ones included, in the order in which they are written. */
export function describeSchema(schema: JsonValue, prefix = '', depth = 0): PropertyRow[] {
  const properties = member(schema, 'properties');
  if (!isJsonObject(properties) || depth >= MAX_DEPTH) return [];
  const required = member(schema, 'required');
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = prefix + key;
    const row: PropertyRow = {
      name,
      type: typeName(property),
      required: Array.isArray(required) && required.includes(key),
      description: describe(property),
    };
    const items = member(property, 'items');
    const nested =
      items === undefined
        ? describeSchema(property, `${name}.`, depth + 1)
        : describeSchema(items, `${name}[].`, depth + 1);
    return [row, ...nested];
  });
}

/** A schema without properties in words: what it says of itself, or that it holds nothing. */
export function describeWhole(schema: JsonValue): string {
  const about = text(member(schema, 'description'));
  if (about !== '') return about;
  return member(schema, 'additionalProperties') === false ? 'Holds nothing: `{}`.' : typeName(schema);
}

function describe(property: JsonValue): string {
  const description = text(member(property, 'description'));
  const byDefault = member(property, 'default');
  return byDefault === undefined ? description : `${description} Default: \`${JSON.stringify(byDefault)}\`.`.trim();
}

function typeName(schema: JsonValue): string {
  const alternatives = member(schema, 'enum') ?? constants(schema);
  if (Array.isArray(alternatives)) return alternatives.map((value) => JSON.stringify(value)).join(' | ');
  const union = member(schema, 'anyOf') ?? member(schema, 'oneOf');
  if (Array.isArray(union)) return union.map(typeName).join(' or ');
  const items = member(schema, 'items');
  if (items !== undefined) return `array of ${typeName(items)}`;
  const type = text(member(schema, 'type'));
  return type === '' ? 'any' : type + bounds(schema);
}

function constants(schema: JsonValue): JsonValue | undefined {
  const value = member(schema, 'const');
  return value === undefined ? undefined : [value];
}

function bounds(schema: JsonValue): string {
  const low = member(schema, 'minimum');
  const high = member(schema, 'maximum');
  if (low === undefined && high === undefined) return '';
  if (high === undefined || high === Number.MAX_SAFE_INTEGER) return ` ≥ ${text(low)}`;
  return low === undefined ? ` ≤ ${text(high)}` : ` ${text(low)}–${text(high)}`;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function member(value: JsonValue, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
