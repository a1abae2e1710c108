import { type Failure, failure } from '../../contracts/failure.ts';

/** `unauthenticated` for what was sent to prove who calls. Never quotes it. */
export function refuseToken(message: string, hint?: string): Failure {
  return failure('unauthenticated', message, {
    field: 'Authorization',
    ...(hint !== undefined && { hint }),
    details: { error: INVALID_TOKEN },
  });
}

/** By RFC 6750, section 3.1: there was a token, and it is no good. */
export const INVALID_TOKEN = 'invalid_token';
