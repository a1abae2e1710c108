import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { type Operation, toList, toObject, toSnakeCase } from './list-operations.ts';
import type { OpenApiDocument } from './read-document.ts';
import { follow } from './resolve-reference.ts';

/** A parameter of an operation that a request can carry. */
export interface Parameter {
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  /** What it is called in the payload. */
  readonly key: string;
  readonly required: boolean;
  readonly schema: JsonValue;
  readonly description: string | undefined;
  readonly examples: readonly JsonValue[];
}

export interface Parameters {
  readonly parameters: readonly Parameter[];
  /** Parameters that may be left out, and are. */
  readonly leftOut: readonly string[];
}

/** Headers that OpenAPI itself says are no parameters. */
const NO_PARAMETERS = ['accept', 'content-type', 'authorization'];

/** The parameters of an operation and of its path, or why a needed one can't be carried. */
export function readParameters(
  document: OpenApiDocument,
  { own, ofPath }: Operation,
): Parameters | { readonly unreadable: string } {
  const found = new Map<string, Found>();
  for (const written of [...toList(ofPath.parameters), ...toList(own.parameters)]) {
    const followed = follow(document, written);
    if ('unresolved' in followed) return { unreadable: `a parameter can't be read: ${followed.unresolved}` };
    const parameter = toObject(followed.value);
    const { name, in: place } = parameter;
    if (typeof name !== 'string' || typeof place !== 'string' || name === '') continue;
    if (place === 'header' && NO_PARAMETERS.includes(name.toLowerCase())) continue;
    found.set(`${place} ${name}`, { name, place, parameter });
  }
  return readAll(document, [...found.values()]);
}

interface Found {
  readonly name: string;
  readonly place: string;
  readonly parameter: JsonObject;
}

function readAll(document: OpenApiDocument, found: readonly Found[]): Parameters | { readonly unreadable: string } {
  const parameters: Parameter[] = [];
  const leftOut: string[] = [];
  const keys = new Set<string>(['body']);
  for (const { name, place, parameter } of found) {
    const required = parameter.required === true || place === 'path';
    const why = whyNot(document, place, parameter);
    if (why !== undefined && required) return { unreadable: `its ${place} parameter ${name} ${why}` };
    if (why !== undefined) {
      leftOut.push(`the ${place} parameter ${name}, as it ${why}`);
      continue;
    }
    const key = keyOf(name, place, keys);
    keys.add(key);
    parameters.push({
      // `as`: whyNot has refused every other place
      place: place as Parameter['place'],
      name,
      key,
      required,
      schema: parameter.schema ?? true,
      description: typeof parameter.description === 'string' ? parameter.description : undefined,
      examples: examplesOf(document, parameter),
    });
  }
  return { parameters, leftOut };
}

/** Why a request can't carry it as the document says; undefined: it can. */
function whyNot(document: OpenApiDocument, place: string, parameter: JsonObject): string | undefined {
  const { schema, content, style } = parameter;
  if (place === 'cookie') return 'is a cookie, which is not sent';
  if (place !== 'path' && place !== 'query' && place !== 'header') return 'has no known place';
  if (content !== undefined) return 'is written as a document of its own, which is not supported';
  const byDefault = place === 'query' ? 'form' : 'simple';
  if (style !== undefined && style !== byDefault)
    return `is written in the style ${String(style)}, which is not supported`;
  const followed = follow(document, schema ?? true);
  if ('unresolved' in followed) return `can't be read: ${followed.unresolved}`;
  return whyNotOfType(toObject(followed.value).type, place, parameter.explode === false);
}

function whyNotOfType(type: JsonValue | undefined, place: string, inOne: boolean): string | undefined {
  if (type === 'object') return 'is an object, which is not supported there';
  if (type !== 'array') return undefined;
  if (place !== 'query') return 'is a list, which is not supported there';
  return inOne ? 'is a list in one value, which is not supported' : undefined;
}

/** The name where it can stand in an expression as it is, else in snake_case; told apart by its place where it is taken. */
function keyOf(name: string, place: string, taken: ReadonlySet<string>): string {
  const plain = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) ? name : toSnakeCase(name).replace(/^(\d|$)/, '_$1');
  const apart = taken.has(plain) ? `${place}_${plain}` : plain;
  let key = apart;
  for (let number = 2; taken.has(key); number += 1) key = `${apart}_${number}`;
  return key;
}

/** The examples that a parameter or a media type gives. */
export function examplesOf(document: OpenApiDocument, { example, examples, schema }: JsonObject): JsonValue[] {
  const named = Object.values(toObject(examples)).flatMap((written) => {
    const followed = follow(document, written);
    const { value } = 'value' in followed ? toObject(followed.value) : {};
    return value === undefined ? [] : [value];
  });
  const followed = follow(document, schema ?? true);
  const ofSchema = 'value' in followed ? toObject(followed.value) : {};
  return [example, ...named, ofSchema.example, ...toList(ofSchema.examples)].filter((found) => found !== undefined);
}
