import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { type Operation, toList, toObject } from './list-operations.ts';
import type { OpenApiDocument } from './read-document.ts';
import { examplesOf } from './read-parameters.ts';
import { follow } from './resolve-reference.ts';

/** The body of a request. */
export interface Body {
  readonly form: 'json' | 'form';
  /** As the document names it. */
  readonly mediaType: string;
  readonly required: boolean;
  readonly schema: JsonValue;
  readonly examples: readonly JsonValue[];
}

/** The body of an operation, undefined where it has none (or one that may be left out and is), or why it can't be sent. */
export function readBody(
  document: OpenApiDocument,
  { method, own }: Operation,
): { readonly body?: Body; readonly leftOut?: string } | { readonly unreadable: string } {
  if (own.requestBody === undefined) return {};
  const followed = follow(document, own.requestBody);
  if ('unresolved' in followed) return { unreadable: `its body can't be read: ${followed.unresolved}` };
  const { content, required } = toObject(followed.value);
  if (method === 'get' || method === 'head') {
    const name = method.toUpperCase();
    if (required === true) return { unreadable: `it needs a body, and a ${name} has none` };
    return { leftOut: `its body, as a ${name} has none` };
  }
  const media = toObject(content);
  const mediaType = Object.keys(media).find(isJson) ?? Object.keys(media).find(isForm);
  if (mediaType !== undefined)
    return { body: describe(document, mediaType, toObject(media[mediaType]), required === true) };
  const types = Object.keys(media).join(', ');
  if (required === true) return { unreadable: `its body is ${types || 'of no type'}; only JSON and forms can be sent` };
  return types === '' ? {} : { leftOut: `its body, which is ${types}; only JSON and forms can be sent` };
}

function describe(document: OpenApiDocument, mediaType: string, described: JsonObject, required: boolean): Body {
  const { schema = true } = described;
  const followed = follow(document, schema);
  const needs = 'value' in followed ? toList(toObject(followed.value).required) : [];
  return {
    form: isForm(mediaType) ? 'form' : 'json',
    mediaType: /[*;]/.test(mediaType) ? 'application/json' : mediaType,
    // Documents leave it out where members of the body have it.
    required: required || needs.length > 0,
    schema,
    examples: examplesOf(document, described),
  };
}

/** JSON by whatever name; a type of any kind stands for it as well. */
export function isJson(mediaType: string): boolean {
  return /^(application\/([\w.-]+\+)?json|\*\/\*|application\/\*)\s*(;|$)/i.test(mediaType);
}

function isForm(mediaType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(mediaType);
}
