import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { Answered } from '../src/core/answered.ts';
import { challenge } from './challenge.ts';
import { type Asked, header } from './hail.ts';
import { ownMediaType } from './json-bodies.ts';

/** Below this, compressing costs more time than the network saves. */
const COMPRESS_FROM_BYTES = 1024;
/** Brotli's default of 11 is for files that are compressed once. */
const BROTLI_QUALITY = 4;

const compressors = {
  gzip: { token: 'gzip', compress: promisify(gzip) },
  brotli: {
    token: 'br',
    compress: (text: string): Promise<Buffer> =>
      promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  },
} as const;

/** An answer as it goes out over HTTP, whoever writes it. */
export interface Rendered {
  readonly http: number;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
}

/** Compressed where the client prefers that and it is worth it; else a value, as there is nothing to wait for. */
export function renderAnswer(asked: Asked, answered: Answered): Rendered | Promise<Rendered> {
  if (answered.preferredEncoding === 'none' || answered.text.length < COMPRESS_FROM_BYTES) {
    return renderPlain(asked, answered);
  }
  return renderCompressed(asked, answered, compressors[answered.preferredEncoding]);
}

/** An answer as it is. What is refused before its request was read has no preferred encoding. */
export function renderPlain(asked: Asked, answered: Answered): Rendered {
  return { http: answered.http, headers: headersOf(asked, answered), body: answered.text };
}

async function renderCompressed(
  asked: Asked,
  answered: Answered,
  { token, compress }: (typeof compressors)[keyof typeof compressors],
): Promise<Rendered> {
  const rendered = renderPlain(asked, answered);
  const headers = { ...rendered.headers, vary: 'accept-encoding' };
  const accepted =
    header(asked, 'accept-encoding') !== undefined && new Negotiator(asked).encodings([token]).includes(token);
  if (!accepted) return { ...rendered, headers };
  const body = await compress(answered.text);
  return { ...rendered, headers: { ...headers, 'content-encoding': token }, body };
}

function headersOf(asked: Asked, answered: Answered): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': mediaType(asked),
    'x-trace-id': answered.traceId,
    'x-mcp-resource-status': answered.resourceStatus,
    'cache-control': 'no-store',
  };
  const { error } = answered.answer.outcome;
  if (answered.http === 401) headers['www-authenticate'] = challenge(error);
  const retryAfterMs = error?.retry_after_ms;
  if ((answered.http === 429 || answered.http === 503) && retryAfterMs !== undefined) {
    headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000));
  }
  return headers;
}

export function mediaType(asked: Asked): string {
  const own = ownMediaType(asked);
  return `${asked.headers.accept?.includes(own) ? own : 'application/json'}; charset=utf-8`;
}
