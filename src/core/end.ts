import type { Acted } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';

/** What an earlier request under the same nonce was answered, and under which HTTP status. */
export interface Replay {
  readonly replayed: string;
  readonly http: number;
}

/** What the way of a request comes to: an act, what an earlier one was answered, or why there was none. */
export type End = Acted | Replay | Failure;

export function isReplay(end: object): end is Replay {
  return 'replayed' in end;
}
