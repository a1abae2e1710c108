import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'yaml';
import type { JsonObject } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';

/** An OpenAPI document as it was read. Whatever is in it is a stranger's word. */
export interface OpenApiDocument {
  readonly version: '3.0' | '3.1';
  readonly root: JsonObject;
  /** Why it is not what it says it is; it is read all the same, as far as it goes. */
  readonly invalid: readonly string[];
}

/** Documents of whole platforms are of tens of megabytes. */
export const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024;
/** What follows goes down a document by recursion. */
const MAX_DEPTH = 200;
/** A document whose anchors multiply it ends here, not where the memory does. */
const MAX_NODES = 20_000_000;
/** More than a reader would look at. */
const MOST_INVALID = 5;

/** Reads JSON or YAML. Nothing but the text is read: no other file, no address. */
export async function readDocument(text: string): Promise<OpenApiDocument | { readonly problem: string }> {
  const root = parseText(text);
  if ('problem' in root) return { problem: root.problem };
  const shape = checkShape(root.value);
  if (shape !== undefined) return { problem: shape };
  if (!isRecord(root.value)) return { problem: 'it is no OpenAPI document: expected a mapping with the key openapi' };
  const version = versionOf(root.value);
  if (typeof version !== 'string') return version;
  // `as`: parsed from JSON or YAML, and looked through for anything that JSON does not know
  const document = root.value as JsonObject;
  return { version, root: document, invalid: await findInvalid(document) };
}

function parseText(text: string): { readonly value: unknown } | { readonly problem: string } {
  const written = text.replace(/^\uFEFF/, '');
  try {
    if (written.trimStart().startsWith('{')) return { value: JSON.parse(written) };
  } catch {
    // Flow style of YAML starts with a brace as well.
  }
  try {
    return { value: parse(written, { logLevel: 'error' }) };
  } catch (error) {
    const [why = ''] = String(error instanceof Error ? error.message : error).split('\n');
    return { problem: `it can be read neither as JSON nor as YAML: ${why.slice(0, 300)}` };
  }
}

function versionOf(root: Readonly<Record<string, unknown>>): OpenApiDocument['version'] | { readonly problem: string } {
  const said = root.openapi;
  if (typeof said === 'string' && /^3\.[01](\.|$)/.test(said)) return said.startsWith('3.0') ? '3.0' : '3.1';
  if (root.swagger !== undefined) {
    return {
      problem:
        'it is Swagger 2.0, expected OpenAPI 3.0 or 3.1: convert it first, such as by https://converter.swagger.io or swagger2openapi',
    };
  }
  const found =
    typeof said === 'string' || typeof said === 'number' ? `openapi: ${String(said).slice(0, 20)}` : 'no key openapi';
  return { problem: `expected an OpenAPI document with openapi: 3.0.x or 3.1.x, found ${found}` };
}

/** Takes out every `__proto__`, which nothing can be called by, and tells what is nested too deeply or is no JSON. */
function checkShape(value: unknown): string | undefined {
  const open = [{ node: value, depth: 0 }];
  let nodes = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    nodes += 1;
    if (depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep, or holds itself`;
    if (nodes > MAX_NODES) return `it has more than ${MAX_NODES} values`;
    if (isForeign(node)) return 'it holds values that JSON has not';
    for (const child of childrenOf(node)) open.push({ node: child, depth: depth + 1 });
  }
  return undefined;
}

/** What YAML knows beside what JSON does. */
function isForeign(node: unknown): boolean {
  return typeof node === 'bigint' || (typeof node === 'number' && !Number.isFinite(node)) || ArrayBuffer.isView(node);
}

function childrenOf(node: unknown): readonly unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Object.hasOwn(node, '__proto__')) Reflect.deleteProperty(node, '__proto__');
  return Object.values(node);
}

async function findInvalid(root: JsonObject): Promise<readonly string[]> {
  if (refersToBuiltIns(root)) return ['a $ref leads through constructor or prototype'];
  const { valid, errors } = await new Validator().validate(root);
  if (valid || errors === undefined) return [];
  if (typeof errors === 'string') return [errors];
  return errors
    .slice(0, MOST_INVALID)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`.trim());
}

/** The validator follows references by plain property access: such a one would lead it into objects of the language itself. */
function refersToBuiltIns(root: JsonObject): boolean {
  const open: unknown[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isRecord(node) && typeof node.$ref === 'string' && BUILT_IN.test(decode(node.$ref))) return true;
    for (const child of childrenOf(node)) open.push(child ?? null);
  }
  return false;
}

const BUILT_IN = /constructor|prototype|__proto__/;

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
