import type { Acted } from '../../../contracts/adapter.ts';
import { failure } from '../../../contracts/failure.ts';

/** What became of an exchange whose process ended before it: nobody knows, and the caller is told just that. */
export function ownerLost(): Acted {
  return {
    effect: 'unknown',
    verification: { status: 'unknown', side_effects: [] },
    failure: failure('owner_lost', 'The replica that ran the exchange is gone, and what came of the action with it', {
      hint: 'Read back whether the action took place before you send it again: it may have been done, in whole or in part.',
    }),
  };
}
