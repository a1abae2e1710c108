import type { FastifyRequest } from 'fastify';
import type { Arrival } from '../src/core/arrival.ts';
import type { Caller } from '../src/core/caller.ts';
import { header } from './hail.ts';
import type { JsonBody } from './json-bodies.ts';

/** One HTTP request as the core takes it. */
export function arrive(request: FastifyRequest, caller: Caller): Arrival {
  // `as`: only the JSON parser fills the body; a request without one has none
  const body = request.body as JsonBody | undefined;
  return {
    transport: 'http',
    arrivedAtMs: request.arrivedAtMs,
    traceparent: header(request, 'traceparent'),
    body: body?.json,
    bodyBytes: body?.bytes ?? 0,
    capabilitiesHeader: header(request, 'x-client-capabilities'),
    idempotencyKey: header(request, 'idempotency-key'),
    caller,
  };
}
