import type { RawData } from 'ws';
import type { JsonValue } from '../../contracts/json.ts';
import { parseJson } from '../../declarative/parse-json.ts';

/** A message of the bridge, or why it is none: no JSON, or nested deeper than whatever walks it can bear. */
export function parseMessage(data: RawData): { readonly message: JsonValue } | 'not_json' {
  const message = parseJson(String(data));
  return message === undefined ? 'not_json' : { message };
}
