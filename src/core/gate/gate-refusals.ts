import { type Failure, failure } from '../../../contracts/failure.ts';

export function leftAlone(target: string, waitMs: number): Failure {
  return failure('adapter_unavailable', `The target ${target} failed too often and is left alone for a while`, {
    hint: 'Nothing was done. Send it again after retry_after_ms: one request then tries whether the target is back.',
    retryAfterMs: waitMs,
  });
}

export function noRoom(target: string, waiting: number, retryAfterMs: number): Failure {
  const most = waiting === 0 ? 'no request may wait for it' : `${waiting} requests wait for it, as many as may`;
  return failure('overloaded', `The target ${target} is busy, and ${most}`, {
    hint: 'Nothing was done. Send it again after retry_after_ms; a higher intent.priority goes first.',
    retryAfterMs,
  });
}

export function gaveWay(target: string, retryAfterMs: number): Failure {
  return failure(
    'overloaded',
    `The request gave way to one of higher priority while it waited for the target ${target}`,
    {
      hint: 'Nothing was done. Send it again after retry_after_ms; a higher intent.priority goes first.',
      retryAfterMs,
    },
  );
}
