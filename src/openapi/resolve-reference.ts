import type { JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import type { OpenApiDocument } from './read-document.ts';

/** What a reference leads to, or why it leads nowhere. */
export type Resolved = { readonly value: JsonValue } | { readonly unresolved: string };

/** References that lead to references; more is a circle. */
const MOST_STEPS = 32;

/** What a `$ref` into the same document leads to. */
export function resolvePointer({ root }: OpenApiDocument, reference: string): Resolved {
  const shown = JSON.stringify(reference.slice(0, 200));
  if (!reference.startsWith('#')) {
    return {
      unresolved: `it refers to ${shown}, which is outside of this file: bundle the document into one file first`,
    };
  }
  const segments = segmentsOf(reference);
  let value: JsonValue | undefined = segments === undefined ? undefined : root;
  for (const segment of segments ?? []) {
    // `as`: an own member of a JSON value is a JSON value
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, segment)
        ? (Reflect.get(value, segment) as JsonValue)
        : undefined;
  }
  return value === undefined ? { unresolved: `it refers to ${shown}, which is not there` } : { value };
}

/** A value, or what it refers to, where it is a reference. */
export function follow(document: OpenApiDocument, node: JsonValue): Resolved {
  let value = node;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (!isRecord(value) || typeof value.$ref !== 'string') return { value };
    const resolved = resolvePointer(document, value.$ref);
    if ('unresolved' in resolved) return resolved;
    value = resolved.value;
  }
  return { unresolved: 'it refers to itself' };
}

/** The segments of a JSON pointer in a fragment; undefined: it is none. */
export function segmentsOf(reference: string): readonly string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    return reference
      .slice(2)
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined; // a lone % is no escape
  }
}
