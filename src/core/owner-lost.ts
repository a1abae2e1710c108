import type { Acted } from '../../contracts/adapter.ts';
import { failure } from '../../contracts/failure.ts';

/** What became of an action whose process ended before it: nobody knows, and the caller is told just that. */
export function ownerLost(why: string): Acted {
  return {
    effect: 'unknown',
    verification: { status: 'unknown', side_effects: [] },
    failure: failure('owner_lost', why, {
      hint: 'Read back whether the action took place before you send it again: it may have been done, in whole or in part.',
    }),
  };
}
