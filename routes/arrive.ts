import type { Arrival } from '../src/core/arrival.ts';
import type { Caller } from '../src/core/caller.ts';
import { NOBODY } from '../src/core/principal.ts';
import { type Asked, header, PLAIN_TRANSPORT } from './hail.ts';
import type { JsonBody } from './json-bodies.ts';

/** One HTTP request as the core takes it. Field by field: a spread costs a plain request a fifth of its time on Node 20. */
export function arrive(asked: Asked, body: JsonBody | undefined, caller: Caller): Arrival {
  return {
    transport: asked.transport ?? PLAIN_TRANSPORT,
    arrivedAtMs: asked.arrivedAtMs,
    traceparent: header(asked, 'traceparent'),
    principal: asked.principal ?? NOBODY,
    body: body?.json,
    bodyBytes: body?.bytes ?? 0,
    capabilitiesHeader: header(asked, 'x-client-capabilities'),
    idempotencyKey: header(asked, 'idempotency-key'),
    caller,
  };
}
