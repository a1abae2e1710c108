import { type Failure, failure } from '../../../contracts/failure.ts';
import type { NonceDone, NonceInFlight } from './nonce-store.ts';

const FIELD = 'context.nonce';
const RETRY_AFTER_MS = 1000;

export function nonceMissing(): Failure {
  return failure('invalid_request', 'This route takes single-use requests only, and the request has no nonce', {
    field: FIELD,
    hint: 'Send context.nonce, or the header Idempotency-Key: a new value for every action, the same again to repeat one.',
  });
}

export function singleUseOff(): Failure {
  return failure('invalid_request', 'The request asks for single use, and this service remembers no nonces', {
    field: FIELD,
    hint: 'Leave context.nonce and the header Idempotency-Key out, or have nonce.store set.',
  });
}

export function nonceConflict(traceId: string): Failure {
  return failure('nonce_conflict', 'The nonce was used for another action', {
    field: FIELD,
    hint: 'Use a new nonce for every action. The same one repeats the same intent, resources, payload, business key and domain only.',
    details: { trace_id: traceId },
  });
}

export function stillRunning({ traceId }: NonceInFlight): Failure {
  return failure('nonce_replayed', 'The action under this nonce is still running', {
    field: FIELD,
    hint: 'Nothing was done for this request. Wait, and send it again with the same nonce to get the answer.',
    retryAfterMs: RETRY_AFTER_MS,
    details: { state: 'in_flight', trace_id: traceId },
  });
}

export function outcomeUnknown(traceId: string | undefined): Failure {
  return failure('nonce_replayed', 'The action under this nonce was begun, and nobody wrote down what came of it', {
    field: FIELD,
    hint: 'Read back whether it took place. It is never run again under this nonce.',
    details: { state: 'unknown', effect: 'unknown', ...(traceId !== undefined && { trace_id: traceId }) },
  });
}

/** For who asks what would happen: the answer that is kept is not told here. */
export function answerKept(): Failure {
  return failure('nonce_replayed', 'The nonce was used: what came of its action would be answered once more', {
    field: FIELD,
    hint: 'Nothing would be done. Send the request to get the answer.',
    details: { state: 'done' },
  });
}

export function answerNotKept({ status, effect, traceId }: NonceDone): Failure {
  return failure(
    'nonce_replayed',
    `The action under this nonce was ${status}, and its answer was too large to be kept`,
    {
      field: FIELD,
      hint: 'Do not repeat it: read back what you need. nonce.answer_bytes says how much is kept.',
      details: { state: 'done', status, effect, trace_id: traceId },
    },
  );
}

export function storeUnreachable(): Failure {
  return failure(
    'nonce_unavailable',
    'The store of nonces cannot be reached, so nothing could be promised to act once only',
    {
      hint: 'Nothing was done. Send it again later, with the same nonce.',
    },
  );
}
