import type { JsonObject, JsonValue } from '../../../contracts/json.ts';
import { isSecretName } from '../../../contracts/secrets.ts';
import { isRecord } from '../is-record.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The formats that fields of an elicitation form may have. */
const FORMATS: readonly unknown[] = ['email', 'uri', 'date', 'date-time'];

/** What fields of a form keep of their schema, by their type. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: ['title', 'description', 'minLength', 'maxLength', 'default'],
  number: ['title', 'description', 'minimum', 'maximum', 'default'],
  integer: ['title', 'description', 'minimum', 'maximum', 'default'],
  boolean: ['title', 'description', 'default'],
};

/**
 * The form that asks for these properties of a payload: a flat object of plain fields, as elicitation allows. Undefined where one of
 * them can't be asked for by a form: it has parts of its own, or is a secret, which must not be typed into one.
 */
export function payloadForm(payload: object, names: readonly string[]): JsonObject | undefined {
  const { properties } = payload as { readonly properties?: unknown }; // `as`: a schema may have any keyword
  const fields: Record<string, JsonValue> = {};
  for (const name of names) {
    const schema = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const field = isRecord(schema) && !isSecret(name, schema) ? toField(schema) : undefined;
    if (field === undefined) return undefined;
    fields[name] = field;
  }
  return { type: 'object', properties: fields, required: [...names] };
}

function isSecret(name: string, { format, writeOnly }: Schema): boolean {
  return format === 'password' || writeOnly === true || isSecretName(name);
}

function toField(schema: Schema): JsonObject | undefined {
  const choices = choicesOf(schema);
  if (choices !== undefined) return { type: 'string', ...pick(schema, ['title', 'description']), ...choices };
  const { type, format } = schema;
  const kept = typeof type === 'string' && Object.hasOwn(KEPT, type) ? KEPT[type] : undefined;
  if (kept === undefined) return undefined;
  const isKnown = type === 'string' && FORMATS.includes(format);
  return pick(schema, isKnown ? ['type', 'format', ...kept] : ['type', ...kept]);
}

/** Of texts to choose from; undefined where the schema is none of these. */
function choicesOf({ enum: values, anyOf, oneOf }: Schema): JsonObject | undefined {
  if (isTexts(values)) return { enum: values };
  const options = Array.isArray(anyOf) ? anyOf : oneOf;
  if (!Array.isArray(options)) return undefined;
  const constants = options.map((option) => (isRecord(option) ? option.const : undefined));
  return isTexts(constants) ? { enum: constants } : undefined;
}

function isTexts(values: unknown): values is string[] {
  return Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string');
}

function pick(schema: Schema, keywords: readonly string[]): JsonObject {
  const there = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
  // `as`: schemas are JSON
  return Object.fromEntries(there.map((keyword) => [keyword, schema[keyword]])) as JsonObject;
}
