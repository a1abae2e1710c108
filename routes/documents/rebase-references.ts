import type { JsonValue } from '../../contracts/json.ts';

/**
 * A schema that has become a part of a document: its references into itself (`#/$defs/label`) lead to where it stands there. What is no
 * schema inside (an example, a default) has no `$ref` of this form, or means the same by it.
 */
export function rebaseReferences(schema: JsonValue, pointer: string): JsonValue {
  if (Array.isArray(schema)) return schema.map((item) => rebaseReferences(item, pointer));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' && /^#(\/|$)/.test(member)
        ? `${pointer}${member.slice(1)}`
        : rebaseReferences(member, pointer),
    ]),
  );
}
