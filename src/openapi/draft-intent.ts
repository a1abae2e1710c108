import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { clipText } from './clip-text.ts';
import { compilePath } from './compile-path.ts';
import { convertSchema } from './convert-schema.ts';
import { draftForm } from './draft-form.ts';
import { type Method, type Operation, toObject } from './list-operations.ts';
import { loosenResult } from './loosen-result.ts';
import { type Body, readBody } from './read-body.ts';
import type { OpenApiDocument } from './read-document.ts';
import { type Parameter, readParameters } from './read-parameters.ts';
import { SchemaBundle } from './schema-bundle.ts';
import { memberOf, optionalMemberOf } from './template-texts.ts';

/** An operation as the section of an intent, with what it lost on the way. */
export interface DraftIntent {
  readonly section: JsonObject;
  readonly lost: readonly string[];
  /** Values that the document gives as examples, by member of the payload. */
  readonly examples: ReadonlyMap<string, readonly JsonValue[]>;
}

const MOST_TITLE = 200;
const MOST_SAID = 1000;
/** Of one payload schema; a caller has to be able to read it. */
const MOST_SCHEMA_CHARACTERS = 262_144;

const EFFECTS: Readonly<Partial<Record<Method, string>>> = {
  get: 'read',
  head: 'read',
  put: 'idempotent',
  delete: 'idempotent',
  post: 'unsafe',
  patch: 'unsafe',
};

/** The section of an intent for an operation, or why there can be none. */
export function draftIntent(
  document: OpenApiDocument,
  operation: Operation,
): DraftIntent | { readonly unreadable: string } {
  const effect = EFFECTS[operation.method];
  if (effect === undefined) return { unreadable: `its method ${operation.method.toUpperCase()} is not sent` };
  const read = readParameters(document, operation);
  if ('unreadable' in read) return read;
  const path = compilePath(operation.path, read.parameters);
  if ('unreadable' in path) return path;
  const sent = readBody(document, operation);
  if ('unreadable' in sent) return sent;
  const bundle = new SchemaBundle(document);
  const drafted = draftBody(document, bundle, sent.body);
  if ('unreadable' in drafted) return drafted;
  const payload = bundle.close(payloadOf(bundle, read.parameters, sent.body, drafted.schema), (schema) =>
    convertSchema(bundle, schema),
  );
  const why = bundle.refused[0] ?? tooLarge(payload);
  if (why !== undefined) return { unreadable: why };
  return {
    section: {
      ...wordsOf(operation),
      effect,
      method: operation.method.toUpperCase(),
      path: path.template,
      ...requestOf(read.parameters, sent.body, drafted.fields),
      payload,
      ...resultOf(loosenResult(document, operation)),
    },
    lost: [...read.leftOut, ...[sent.leftOut ?? []].flat(), ...drafted.leftOut, ...bundle.loosened],
    examples: examplesOf(read.parameters, sent.body),
  };
}

interface DraftBody {
  readonly schema?: JsonValue;
  readonly fields?: JsonObject;
  readonly leftOut: readonly string[];
}

function draftBody(
  document: OpenApiDocument,
  bundle: SchemaBundle,
  body: Body | undefined,
): DraftBody | { readonly unreadable: string } {
  if (body === undefined) return { leftOut: [] };
  if (body.form === 'form') return draftForm(document, bundle, body);
  return { schema: convertSchema(bundle, body.schema), leftOut: [] };
}

function examplesOf(parameters: readonly Parameter[], body: Body | undefined): DraftIntent['examples'] {
  const examples = new Map(parameters.map(({ key, examples: given }) => [key, given]));
  if (body !== undefined) examples.set('body', body.examples);
  return examples;
}

function wordsOf({ own }: Operation): JsonObject {
  const { summary, description, deprecated } = own;
  const title = typeof summary === 'string' ? clipText(summary, MOST_TITLE) : '';
  const about = typeof description === 'string' ? clipText(description, MOST_SAID) : '';
  const said = [deprecated === true ? 'Deprecated.' : '', about === title ? '' : about]
    .filter((text) => text !== '')
    .join(' ');
  return { ...(title !== '' && { title }), ...(said !== '' && { description: said }) };
}

function payloadOf(
  bundle: SchemaBundle,
  parameters: readonly Parameter[],
  body: Body | undefined,
  bodySchema: JsonValue | undefined,
): JsonObject {
  const properties = parameters.map(({ key, schema, description }) => {
    const converted = convertSchema(bundle, schema);
    const said = description === undefined ? {} : { description: clipText(description, 300) };
    return [key, { ...said, ...(converted === true ? {} : toObject(converted)) }] as const;
  });
  const required = parameters.filter((parameter) => parameter.required).map(({ key }) => key);
  if (body?.required) required.push('body');
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...properties,
      ...(bodySchema === undefined ? [] : [['body', bodySchema] as const]),
    ]),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function requestOf(
  parameters: readonly Parameter[],
  body: Body | undefined,
  fields: JsonObject | undefined,
): JsonObject {
  const query = templatesOf(parameters, 'query');
  const contentType = body?.form === 'json' && body.mediaType !== 'application/json' ? body.mediaType : undefined;
  const headers = {
    ...templatesOf(parameters, 'header'),
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
  return {
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(fields !== undefined && { form: fields }),
    ...(body?.form === 'json' && { body: `{{ ${body.required ? 'payload.body' : 'payload.?body'} }}` }),
  };
}

function templatesOf(parameters: readonly Parameter[], place: Parameter['place']): Record<string, string> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.place === place)
      .map(({ name, key, required }) => [name, `{{ ${(required ? memberOf : optionalMemberOf)('payload', key)} }}`]),
  );
}

function resultOf(result: JsonObject): JsonObject {
  return Object.keys(result).length === 0 ? {} : { result };
}

function tooLarge(payload: JsonObject): string | undefined {
  const characters = JSON.stringify(payload).length;
  return characters <= MOST_SCHEMA_CHARACTERS
    ? undefined
    : `its payload takes ${characters} characters to describe, more than ${MOST_SCHEMA_CHARACTERS}`;
}
