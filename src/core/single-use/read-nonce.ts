import { type Failure, failure } from '../../../contracts/failure.ts';
import { NONCE_PATTERN, type WaybillRequest } from '../../../contracts/request.ts';
import type { Arrival } from '../arrival.ts';

const NONCE = new RegExp(NONCE_PATTERN);
/** The form of the header in draft-ietf-httpapi-idempotency-key-header: a string of RFC 9651. */
const QUOTED = /^"(.*)"$/;

/** `invalid_request` where the header can't be read, or says another nonce than the body. */
export function checkIdempotencyKey({ context }: WaybillRequest, header: string): Failure | undefined {
  const key = unquoted(header);
  if (!NONCE.test(key)) {
    return failure('invalid_request', 'The header Idempotency-Key is no nonce', {
      hint: 'Send 1 to 128 visible ASCII characters but quotes and backslash, bare or in quotes, and once.',
    });
  }
  if (context.nonce === undefined || context.nonce === key) return undefined;
  return failure('invalid_request', 'context.nonce and the header Idempotency-Key differ', {
    field: 'context.nonce',
    hint: 'They mean the same: send one of them, or the same in both.',
  });
}

/** The nonce of a request that was found in order, from its body or its header. */
export function nonceOf({ context }: WaybillRequest, { idempotencyKey }: Arrival): string | undefined {
  return context.nonce ?? (idempotencyKey === undefined ? undefined : unquoted(idempotencyKey));
}

function unquoted(header: string): string {
  return QUOTED.exec(header)?.[1] ?? header;
}
