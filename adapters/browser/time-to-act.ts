import type { Call } from '../../contracts/adapter.ts';

/** Kept back of the deadline, so that what was done and seen can still be told. */
const ANSWER_RESERVE_MS = 200;

/** Milliseconds that may still be spent on waiting. */
export function timeToAct(call: Call): number {
  return Math.max(0, call.remainingMs() - ANSWER_RESERVE_MS);
}
