import { type Failure, failure } from '../../contracts/failure.ts';
import type { Refusal } from './guard/navigation-policy.ts';

/** What a caller is told of a refused address. */
export function forbidden(refusal: Refusal): Failure {
  return failure('forbidden', refusal.message, {
    hint: 'Ask the operator to allow it (allow_origins, allow_private_addresses), or navigate to an allowed page.',
    details: { url: refusal.url, reason: refusal.reason },
  });
}
