import type { RawData } from 'ws';
import type { JsonValue } from '../../contracts/json.ts';

/** A message of the bridge, or why it is none. */
export function parseMessage(data: RawData): { readonly message: JsonValue } | 'not_json' {
  try {
    // `as`: JSON.parse returns JSON
    return { message: JSON.parse(String(data)) as JsonValue };
  } catch {
    return 'not_json';
  }
}
