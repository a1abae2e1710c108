import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../contracts/failure.ts';
import { refuse, refuseBroken } from '../src/core/refuse.ts';
import { readHail } from './hail.ts';
import { UnreadableBody, unsupportedMediaType } from './json-bodies.ts';
import { sendRefusal } from './send-answered.ts';
import type { Served } from './served.ts';

/** Whatever goes wrong before a route is reached answers in the same envelope as everything else. */
export function answerRefusals(app: FastifyInstance, served: Served, bodyBytes: number): void {
  const send = (request: FastifyRequest, reply: FastifyReply, refusal: Failure): FastifyReply =>
    sendRefusal(request, reply, refuse(served.core(), readHail(request), refusal));

  app.setNotFoundHandler((request, reply) => send(request, reply, nothingAt(request.url)));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = readRefusal(error, request, reply, bodyBytes);
    if (refusal !== undefined) return send(request, reply, refusal);
    return sendRefusal(request, reply, refuseBroken(served.core(), readHail(request), error));
  });
}

/** What Fastify refused, in our words; undefined for what is no refusal but a bug. */
export function readRefusal(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  bodyBytes: number,
): Failure | undefined {
  // Fastify ends the connection over any body; one that came whole leaves it as good as it was, and what the client
  // has sent after it would be acted on and never answered.
  if (error instanceof UnreadableBody && request.raw.complete) reply.removeHeader('connection');
  return translateError(error, request, bodyBytes);
}

/** A path that can't be decoded is refused before any hook runs, so nobody noted when it arrived. */
export function refuseBadUrl(served: Served) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const hail = { ...readHail(request), arrivedAtMs: performance.now() };
    sendRefusal(request, reply, refuse(served.core(), hail, nothingAt(request.url)));
  };
}

/** The query is left out: it may hold secrets, and messages reach the log. */
function nothingAt(url: string): Failure {
  return failure('not_found', `Nothing is served at ${url.split('?')[0]?.slice(0, 200)}`, {
    hint: 'Requests go to POST /mcp/v2; GET /docs lists everything.',
  });
}

/** Why a body could not be read, in our words; undefined for what is no refusal but a bug. */
export function translateReadError(error: Error & { readonly code?: string }): Failure | undefined {
  if (error instanceof UnreadableBody) return error.failure;
  if (error.code !== 'ECONNRESET') return undefined;
  return failure('cancelled', 'The caller went away while its request was read', { hint: 'Nothing was done.' });
}

function translateError(error: FastifyError, request: FastifyRequest, limitBytes: number): Failure | undefined {
  const unread = translateReadError(error);
  if (unread !== undefined) return unread;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const declared = Number(request.headers['content-length']);
      const found = Number.isInteger(declared) ? `${declared} bytes` : 'more';
      return failure('payload_too_large', `The body may have ${limitBytes} bytes, found ${found}`, {
        hint: 'Send less, or raise limits.body_bytes.',
        details: { limit_bytes: limitBytes, ...(Number.isInteger(declared) && { found_bytes: declared }) },
      });
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(request);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return failure('invalid_request', 'The body does not have the length that Content-Length says', {
        field: 'Content-Length',
      });
    default:
      // QUERY without Content-Type is refused before anyone looks whether there is such a path.
      return request.is404 ? nothingAt(request.url) : undefined;
  }
}
