import { SdkHttpError } from '@modelcontextprotocol/client';
import { maskSecrets } from '../../../contracts/secrets.ts';

const MOST_CHARACTERS = 500;

/** What a server or a connection to it said, short enough for a message and without what looks like a secret. */
export function shortly(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return maskSecrets(line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS)}…`);
}

/** Why a connection failed. The text of a failed `fetch` says nothing: what happened is in its cause. */
export function describeError(error: unknown): string {
  if (error instanceof SdkHttpError) {
    const { status, text } = error.data;
    return shortly(`it answered with the HTTP status ${status}${typeof text === 'string' ? `: ${text}` : ''}`);
  }
  const code = networkCodeOf(error);
  if (code !== undefined) return code;
  return shortly(error instanceof Error ? error.message : String(error));
}

/** The code of a system or HTTP client error, `ECONNREFUSED`, wherever in the chain of causes it is. */
export function networkCodeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const found = at instanceof AggregateError ? at.errors[0] : at;
    const code: unknown = found instanceof Error ? Reflect.get(found, 'code') : undefined;
    if (
      typeof code === 'string' &&
      /^(E[A-Z]+|UND_ERR_[A-Z_]+|ERR_[A-Z_]+|CERT_[A-Z_]+|DEPTH_[A-Z_]+|SELF_[A-Z_]+)$/.test(code)
    )
      return code;
  }
  return undefined;
}
