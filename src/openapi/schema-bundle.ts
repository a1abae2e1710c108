import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import { findEndless } from './find-endless.ts';
import { inlineSingles } from './inline-singles.ts';
import type { Schema } from './json-schema.ts';
import type { OpenApiDocument } from './read-document.ts';
import { follow, resolvePointer, segmentsOf } from './resolve-reference.ts';

/** Schemas that one payload may be made of: those of whole platforms refer to everything there is. */
const MOST_DEFINITIONS = 200;

/** One schema with everything that it refers to. */
export class SchemaBundle {
  readonly version: OpenApiDocument['version'];
  readonly #document: OpenApiDocument;
  readonly #names = new Map<string, string>();
  readonly #open: { readonly name: string; readonly schema: JsonValue }[] = [];
  readonly #refused = new Set<string>();
  readonly #loosened = new Set<string>();

  constructor(document: OpenApiDocument) {
    this.version = document.version;
    this.#document = document;
  }

  /** Why there is no such schema. */
  get refused(): readonly string[] {
    return [...this.#refused];
  }

  /** What was left out of it, so that it refuses less than the document says. */
  get loosened(): readonly string[] {
    return [...this.#loosened];
  }

  refuse(why: string): void {
    this.#refused.add(why);
  }

  loosen(what: string): void {
    this.#loosened.add(what);
  }

  /** The name under `$defs` of what a reference leads to. */
  nameOf(reference: string): string | undefined {
    const known = this.#names.get(reference);
    if (known !== undefined) return known;
    const resolved = resolvePointer(this.#document, reference);
    if ('unresolved' in resolved) this.refuse(`its schema can't be read: ${resolved.unresolved}`);
    else if (this.#names.size >= MOST_DEFINITIONS)
      this.refuse(`its schema refers to more than ${MOST_DEFINITIONS} others`);
    else return this.#add(reference, resolved.value);
    return undefined;
  }

  /** A property that only answers have. */
  isReadOnly(schema: JsonValue): boolean {
    const followed = follow(this.#document, schema);
    return 'value' in followed && isRecord(followed.value) && followed.value.readOnly === true;
  }

  /** The schema made of `root`, which was converted in this bundle, and what it refers to. */
  close(root: JsonObject, convert: (schema: JsonValue) => Schema): JsonObject {
    const definitions = new Map<string, Schema>();
    for (let next = this.#open.shift(); next !== undefined; next = this.#open.shift()) {
      definitions.set(next.name, convert(next.schema));
    }
    const endless = findEndless(definitions);
    if (endless !== undefined) this.refuse(`its schema ${endless} is made of itself, without end`);
    return this.#refused.size > 0 ? root : inlineSingles(root, definitions);
  }

  #add(reference: string, schema: JsonValue): string {
    const base = (segmentsOf(reference)?.at(-1) ?? '').replaceAll(/[^A-Za-z0-9_.-]/g, '_').slice(0, 100) || 'root';
    const taken = new Set(this.#names.values());
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
    this.#names.set(reference, name);
    this.#open.push({ name, schema });
    return name;
  }
}
