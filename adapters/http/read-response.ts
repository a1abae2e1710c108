import type { JsonValue } from '../../contracts/json.ts';
import { parseJson } from '../../declarative/parse-json.ts';
import type { Received } from './upstream-answer.ts';

/** What expressions know as `response`. */
export type UpstreamResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where it says that it is, else text; null where it is empty. */
  readonly body: JsonValue;
};

export interface ReadResponse {
  readonly response: UpstreamResponse;
  /** Whether the body is what it says that it is. */
  readonly isReadable: boolean;
}

const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/i;
const CHARSET = /;\s*charset="?([\w-]+)/i;

export function readResponse({ status, headers, bytes }: Received): ReadResponse {
  if (bytes.length === 0) return { response: { status, headers, body: null }, isReadable: true };
  const type = headers['content-type'] ?? '';
  const text = decode(bytes, CHARSET.exec(type)?.[1] ?? 'utf-8');
  if (!JSON_TYPE.test(type)) return { response: { status, headers, body: text }, isReadable: true };
  const json = parseJson(text);
  return { response: { status, headers, body: json ?? text }, isReadable: json !== undefined };
}

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // there is no such charset
  }
}
