import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Answered } from '../src/core/answered.ts';
import { header } from './hail.ts';
import { V2_MEDIA_TYPE } from './json-bodies.ts';

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

/**
 * Sends an answer, compressed where the client prefers that and it is worth it. Undefined: it was sent at once, and
 * Fastify has nothing to wait for.
 */
export function sendAnswered(
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Answered,
): Promise<FastifyReply> | undefined {
  if (answered.preferredEncoding === 'none' || answered.text.length < COMPRESS_FROM_BYTES) {
    sendRefusal(request, reply, answered);
    return undefined;
  }
  writeHead(request, reply, answered);
  return sendCompressed(request, reply, answered.text, compressors[answered.preferredEncoding]);
}

/** Sends an answer as it is. What is refused before its request was read has no preferred encoding. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, answered: Answered): FastifyReply {
  writeHead(request, reply, answered);
  return reply.send(answered.text);
}

function writeHead(request: FastifyRequest, reply: FastifyReply, answered: Answered): void {
  const retryAfterMs = answered.answer.outcome.error?.retry_after_ms;
  reply.code(answered.http);
  reply.header('content-type', mediaType(request));
  reply.header('x-trace-id', answered.answer.trace_id);
  reply.header('x-mcp-resource-status', answered.resourceStatus);
  reply.header('cache-control', 'no-store');
  if ((answered.http === 429 || answered.http === 503) && retryAfterMs !== undefined) {
    reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)));
  }
}

async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { token, compress }: (typeof compressors)[keyof typeof compressors],
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const accepted =
    header(request, 'accept-encoding') !== undefined && new Negotiator(request.raw).encodings([token]).includes(token);
  if (!accepted) return reply.send(text);
  reply.header('content-encoding', token);
  return reply.send(await compress(text));
}

function mediaType(request: FastifyRequest): string {
  return request.headers.accept?.includes(V2_MEDIA_TYPE) ? V2_MEDIA_TYPE : 'application/json; charset=utf-8';
}
