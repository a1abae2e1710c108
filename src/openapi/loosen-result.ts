import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import { clipText } from './clip-text.ts';
import { type Operation, toList, toObject } from './list-operations.ts';
import { isJson } from './read-body.ts';
import type { OpenApiDocument } from './read-document.ts';
import { follow } from './resolve-reference.ts';

/** Lists in lists, and schemas that are made of themselves. */
const MOST_STEPS = 8;
const MOST_SAID = 150;
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/**
 * The schema of the first good JSON answer, as far as a document can be relied on: the names and types of an object's members (or of the
 * objects in a list), each of which may be missing or null. Documents promise fields that are left out, values that were added to
 * since, and forms that nobody keeps to; what was done must not count as failed for it.
 */
export function loosenResult(document: OpenApiDocument, { own }: Operation): JsonObject {
  const responses = Object.entries(toObject(own.responses)).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  for (const [, written] of responses.sort(([a], [b]) => a.localeCompare(b))) {
    const response = follow(document, written);
    const content = 'value' in response ? toObject(toObject(response.value).content) : {};
    const mediaType = Object.keys(content).find(isJson);
    const schema = mediaType === undefined ? undefined : toObject(content[mediaType]).schema;
    if (schema !== undefined) return loosen(document, schema, true, 0);
  }
  return {};
}

/** `isOpen`: an object is told with its members, else as an object. */
function loosen(document: OpenApiDocument, written: JsonValue, isOpen: boolean, steps: number): JsonObject {
  const followed = follow(document, written);
  if (steps > MOST_STEPS || !('value' in followed) || !isRecord(followed.value)) return {};
  const schema = toObject(followed.value);
  const { description, items } = schema;
  const about = typeof description === 'string' ? { description: clipText(description, MOST_SAID) } : {};
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return about;
  const properties = membersOf(document, schema, isOpen, steps);
  const types = [schema.type]
    .flat()
    .map(String)
    .filter((type) => TYPES.includes(type));
  const type = types[0] ?? (Object.keys(properties).length > 0 ? 'object' : undefined);
  return {
    ...about,
    ...(type !== undefined && { type: [...(types.length > 0 ? types : [type]), 'null'] }),
    ...(isOpen && Object.keys(properties).length > 0 && { properties }),
    ...(type === 'array' && items !== undefined && itemsOf(loosen(document, items, isOpen, steps + 1))),
  };
}

/** The members of an object and of what it is made of. */
function membersOf(document: OpenApiDocument, schema: JsonObject, isOpen: boolean, steps: number): JsonObject {
  const own = Object.entries(toObject(schema.properties)).map(
    ([name, property]) => [name, isOpen ? loosen(document, property, false, steps + 1) : {}] as const,
  );
  if (steps > MOST_STEPS) return Object.fromEntries(own);
  const inherited = toList(schema.allOf).flatMap((part) => {
    const followed = follow(document, part);
    return 'value' in followed ? Object.entries(membersOf(document, toObject(followed.value), isOpen, steps + 1)) : [];
  });
  return Object.fromEntries([...inherited, ...own]);
}

function itemsOf(items: JsonObject): JsonObject {
  return Object.keys(items).length === 0 ? {} : { items };
}
