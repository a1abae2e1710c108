import type { OutcomeError } from '../contracts/failure.ts';
import { INVALID_TOKEN } from '../src/core/refuse-token.ts';

/** What `error_description` may hold (RFC 6750, section 3): our messages do, and a quote in one would end it early. */
const NOT_IN_DESCRIPTION = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** The value of `WWW-Authenticate` for a 401: with what is wrong, where there was a token (RFC 6750, section 3.1). */
export function challenge(error: OutcomeError | undefined): string {
  const scheme = 'Bearer realm="waybill"';
  if (error?.details?.error !== INVALID_TOKEN) return scheme;
  return `${scheme}, error="${INVALID_TOKEN}", error_description="${error.message.replace(NOT_IN_DESCRIPTION, "'")}"`;
}
