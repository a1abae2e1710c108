import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import type { OpenApiDocument } from './read-document.ts';
import { follow } from './resolve-reference.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'] as const;
export type Method = (typeof METHODS)[number];

/** One operation of a document, as it stands there. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  /** The operation's own part of the document, and what its path says for all of its operations. */
  readonly own: JsonObject;
  readonly ofPath: JsonObject;
  /** `operationId`, or method and path where it has none; in snake_case. */
  readonly name: string;
  readonly operationId: string | undefined;
  readonly tags: readonly string[];
}

/** Something of a document that could not be taken over. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

/** Every operation, in the order of the document, and the paths that can't be read. */
export function listOperations(document: OpenApiDocument): {
  readonly operations: readonly Operation[];
  readonly leftOut: readonly LeftOut[];
} {
  const { paths } = document.root;
  const leftOut: LeftOut[] = [];
  const operations = Object.entries(toObject(paths)).flatMap(([path, item]) => {
    const followed = follow(document, item);
    if ('value' in followed && isRecord(followed.value)) return operationsOf(path, toObject(followed.value));
    if (path.startsWith('/'))
      leftOut.push({ what: path, why: 'value' in followed ? 'it is no path item' : followed.unresolved });
    return [];
  });
  return { operations, leftOut };
}

function operationsOf(path: string, ofPath: JsonObject): Operation[] {
  return Object.entries(ofPath).flatMap(([method, own]) => {
    if (!isMethod(method) || !isRecord(own)) return [];
    const { operationId, tags } = own;
    const id = typeof operationId === 'string' && operationId !== '' ? operationId : undefined;
    return {
      method,
      path,
      own: toObject(own),
      ofPath,
      name: toSnakeCase(id ?? nameOfPath(method, path)),
      operationId: id,
      tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    };
  });
}

function isMethod(key: string): key is Method {
  return METHODS.some((method) => method === key);
}

/** `get /pets/{petId}` → `get pets by petId`. */
function nameOfPath(method: Method, path: string): string {
  return `${method} ${path.replaceAll('{', 'by ')}`;
}

/** Letters, digits and underscores; words as they begin with a capital or after anything else. */
export function toSnakeCase(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, 100);
}

/** A part of a document as an object; an empty one where it is none. */
export function toObject(value: unknown): JsonObject {
  // `as`: a part of a JSON value
  return isRecord(value) ? (value as JsonObject) : {};
}

export function toList(value: JsonValue | undefined): readonly JsonValue[] {
  // `as`: TypeScript does not tell readonly arrays from other values by Array.isArray
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
