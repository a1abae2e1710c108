import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Arrival } from '../src/core/arrival.ts';
import { Caller } from '../src/core/caller.ts';
import { header, readHail } from './hail.ts';
import type { JsonBody } from './json-bodies.ts';

/** One HTTP request as the core takes it. Its caller is gone when the connection closes before the answer was written. */
export function arrive(request: FastifyRequest, reply: FastifyReply): Arrival {
  const caller = new Caller();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) caller.leave('gone');
  });
  // `as`: only the JSON parser fills the body; a request without one has none
  const body = request.body as JsonBody | undefined;
  return {
    ...readHail(request),
    body: body?.json,
    bodyBytes: body?.bytes ?? 0,
    capabilitiesHeader: header(request, 'x-client-capabilities'),
    idempotencyKey: header(request, 'idempotency-key'),
    caller,
  };
}
