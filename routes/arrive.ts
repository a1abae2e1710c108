import type { Arrival } from '../src/core/arrival.ts';
import type { Caller } from '../src/core/caller.ts';
import { type Asked, header, readHail } from './hail.ts';
import type { JsonBody } from './json-bodies.ts';

/** One HTTP request as the core takes it. */
export function arrive(asked: Asked, body: JsonBody | undefined, caller: Caller): Arrival {
  return {
    ...readHail(asked),
    body: body?.json,
    bodyBytes: body?.bytes ?? 0,
    capabilitiesHeader: header(asked, 'x-client-capabilities'),
    idempotencyKey: header(asked, 'idempotency-key'),
    caller,
  };
}
