import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { isSecretName } from '../../contracts/secrets.ts';
import { isRecord } from '../core/is-record.ts';
import { sayLimit } from '../core/say-limit.ts';
import { type ConfigPath, type Finding, finding, pathOf } from './finding.ts';
import { suggestName } from './suggest-name.ts';

/** Beside the names that hold secrets anywhere: what stands under one is never shown in a message. */
const SECRET_IN_FILES = /key|^hash$/i;

/**
 * Checks `value` against `schema` and fills in the schema's defaults. Every problem is found at once.
 * `elsewhere` may tell where an unknown key belongs instead.
 */
export function checkSchema(
  value: unknown,
  schema: TSchema,
  base: ConfigPath = [],
  elsewhere: (key: string) => string | undefined = () => undefined,
): Finding[] {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, useDefaults: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const isInUnion = (error: ErrorObject) =>
    unions.some((union) => error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`));
  return errors
    .filter((error) => !isInUnion(error))
    .map((error) => translateError(error, [...base, ...pathOf(error.instancePath)], elsewhere));
}

function translateError(error: ErrorObject, path: ConfigPath, elsewhere: (key: string) => string | undefined): Finding {
  const found = describe(error.data, path);
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(error, path, elsewhere);
    case 'required':
      return finding(path, 'key', `"${error.params.missingProperty}" is missing`, 'add it');
    case 'anyOf':
    case 'oneOf':
    case 'const':
    case 'enum':
      return notAllowed(error, path);
    case 'minimum':
    case 'maximum':
      return finding(path, 'value', `expected ${range(error.parentSchema)}, found ${found}`);
    case 'type':
      return finding(
        path,
        'value',
        `expected ${withArticle(String(error.params.type))}, found ${found}`,
        typeHint(error),
      );
    default:
      return finding(path, 'value', `${sayLimit(error)}, found ${found}`, aboutOf(error));
  }
}

function unknownKey(error: ErrorObject, path: ConfigPath, elsewhere: (key: string) => string | undefined): Finding {
  const key = String(error.params.additionalProperty);
  const [pattern] = Object.keys(
    isRecord(error.parentSchema?.patternProperties) ? error.parentSchema.patternProperties : {},
  );
  if (pattern !== undefined) {
    return finding([...path, key], 'key', `"${key}" is no name that may stand here`, `use one that fits ${pattern}`);
  }
  const known = Object.keys(isRecord(error.parentSchema?.properties) ? error.parentSchema.properties : {});
  const place = elsewhere(key);
  const hint = place === undefined ? suggestName(key, known) : `it belongs elsewhere: ${place}`;
  return finding([...path, key], 'key', `unknown key "${key}"`, hint);
}

function notAllowed(error: ErrorObject, path: ConfigPath): Finding {
  const needed = requiredByForm(error.parentSchema);
  if (needed.length > 0)
    return finding(path, 'key', `needs exactly one of ${needed.join(', ')}`, 'say which one is meant');
  const allowed = allowedValues(error.parentSchema);
  const found = describe(error.data, path);
  if (allowed.length === 0) return finding(path, 'value', `fits none of the allowed forms, found ${found}`);
  const names = allowed.map((value) => JSON.stringify(value));
  const expected = names.length === 1 ? names[0] : `one of ${names.join(', ')}`;
  const hint =
    typeof error.data === 'string' && names.length > 1 ? suggestName(error.data, allowed.map(String)) : undefined;
  return finding(path, 'value', `expected ${expected}, found ${found}`, hint);
}

function allowedValues(schema: unknown): unknown[] {
  if (!isRecord(schema)) return [];
  if ('const' in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray) ?? [];
  return branches.every((branch: unknown) => isRecord(branch) && 'const' in branch)
    ? branches.flatMap((branch: unknown) => allowedValues(branch))
    : [];
}

/** The keys that tell the forms of a mapping apart, where each form is known by the keys it requires. */
function requiredByForm(schema: unknown): string[] {
  const { anyOf, oneOf } = isRecord(schema) ? schema : {};
  const forms = [anyOf, oneOf].find(Array.isArray) ?? [];
  const keys = forms.map((form: unknown) =>
    isRecord(form) && Array.isArray(form.required) ? form.required.join(' and ') : '',
  );
  return keys.includes('') ? [] : keys;
}

function range(schema: unknown): string {
  const { type, minimum, maximum } = isRecord(schema) ? schema : {};
  const what = type === 'integer' ? 'a whole number' : 'a number';
  if (minimum === undefined) return `${what} of at most ${maximum}`;
  return maximum === undefined ? `${what} of at least ${minimum}` : `${what} from ${minimum} to ${maximum}`;
}

const ARTICLES: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  integer: 'a whole number',
  boolean: 'true or false',
  string: 'text',
  number: 'a number',
};

function aboutOf({ parentSchema }: ErrorObject): string | undefined {
  const about: unknown = parentSchema?.description;
  return typeof about === 'string' ? about : undefined;
}

function withArticle(type: string): string {
  return ARTICLES[type] ?? type;
}

function typeHint(error: ErrorObject): string | undefined {
  const { data, params, parentSchema } = error;
  if (params.type === 'string') return 'put it in quotes';
  if (params.type === 'integer' && typeof data === 'string' && /^\d+$/.test(data)) return 'take the quotes away';
  const isSection = params.type === 'object' && parentSchema?.required === undefined;
  if (isSection && (data === null || data === true)) return 'write {} to take its defaults, or remove the key';
  return data === null ? 'fill it in, or remove the key' : undefined;
}

function describe(value: unknown, path: ConfigPath): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const name = String(path.at(-1));
  if (isSecretName(name) || SECRET_IN_FILES.test(name)) return `${withArticle(typeof value)} (not shown)`;
  return JSON.stringify(value);
}
