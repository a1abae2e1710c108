import { isJsonObject, type JsonObject, type JsonValue } from '../../../contracts/json.ts';

const MOST_DEPTH = 4;

/** A payload that fits a schema, as far as one can be guessed; else an empty one. */
export function makeExample(schema: JsonObject, fits: (payload: unknown) => boolean): JsonObject {
  if (fits({})) return {};
  const guess = makeValue(schema, 0);
  return isJsonObject(guess) && fits(guess) ? guess : {};
}

function makeValue(schema: JsonValue | undefined, depth: number): JsonValue {
  if (!isJsonObject(schema) || depth > MOST_DEPTH) return {};
  const { const: only, default: byDefault, examples, enum: values } = schema;
  const given = [
    only,
    byDefault,
    Array.isArray(examples) ? examples[0] : undefined,
    Array.isArray(values) ? values[0] : undefined,
  ];
  const known = given.find((value) => value !== undefined);
  if (known !== undefined) return known;
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.type === undefined && Array.isArray(choices)) return makeValue(choices[0], depth + 1);
  const [type] = [schema.type].flat();
  return makeOfType(typeof type === 'string' ? type : 'object', schema, depth);
}

function makeOfType(type: string, schema: JsonObject, depth: number): JsonValue {
  switch (type) {
    case 'string':
      return makeText(schema);
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const count = typeof schema.minItems === 'number' ? Math.min(schema.minItems, 8) : 0;
      return Array.from({ length: count }, () => makeValue(schema.items, depth + 1));
    }
    default: {
      const { required, properties } = schema;
      const names = Array.isArray(required) ? required.map(String) : [];
      const known = isJsonObject(properties) ? properties : {};
      return Object.fromEntries(names.map((name) => [name, makeValue(known[name], depth + 1)]));
    }
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'someone@example.com',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function makeText({ format, minLength }: JsonObject): string {
  const text = (typeof format === 'string' ? TEXTS[format] : undefined) ?? 'text';
  return typeof minLength === 'number' ? text.padEnd(Math.min(minLength, 1000), 'x') : text;
}
