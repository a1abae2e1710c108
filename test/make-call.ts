import type { WorkingCall } from '../adapter-testing/adapter-subject.ts';
import { makeTestCall } from '../adapter-testing/test-call.ts';
import type { Adapter, Call } from '../contracts/adapter.ts';
import type { Asking } from '../contracts/asking.ts';
import type { Progress } from '../contracts/progress.ts';

export interface CallWishes {
  /** Left out: aborted once `timeoutMs` are over. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly principal?: string;
  readonly asking?: Asking;
  readonly onProgress?: (progress: Progress) => void;
}

/** A call as the core would hand it to an adapter. */
export function makeCall(adapter: Adapter, intentKey: string, working: WorkingCall, wishes: CallWishes = {}): Call {
  const { timeoutMs = 30_000, signal = AbortSignal.timeout(timeoutMs), onProgress, principal, asking } = wishes;
  const { call } = makeTestCall(adapter, intentKey, working);
  const endMs = performance.now() + timeoutMs;
  return {
    ...call,
    signal,
    remainingMs: () => Math.max(0, endMs - performance.now()),
    ...(onProgress !== undefined && { progress: onProgress }),
    ...(principal !== undefined && { principal }),
    ...(asking !== undefined && { asking }),
  };
}
