import { type Failure, failure } from '../../contracts/failure.ts';
import type { FrameId } from '../../contracts/frames.ts';

export function closing(): Failure {
  return failure('overloaded', 'The service is closing and takes no new requests on this connection', {
    hint: 'Nothing was done. Connect again, and send it there.',
  });
}

export function sameId(id: FrameId): Failure {
  return failure('invalid_request', 'A request with the same id is under way on this connection', {
    field: 'id',
    hint: 'Give every request an id of its own; it is free again once its outcome is there.',
    details: { id },
  });
}

export function tooMany(limit: number): Failure {
  return failure(
    'rate_limited',
    `${limit} requests are under way on this connection, as many as may be (websocket.in_flight)`,
    { hint: 'Nothing was done. Wait for an outcome, or open another connection.', details: { limit } },
  );
}

/** Of the upgrade: left out of account in silence, it would be a promise that nobody keeps. */
export function sharedKey(): Failure {
  return failure(
    'invalid_request',
    'The header Idempotency-Key came with the upgrade, and the requests of a connection are many',
    { field: 'context.nonce', hint: 'Connect without it, and give each request a nonce of its own: context.nonce.' },
  );
}
