import { type Failure, failure } from '../../contracts/failure.ts';

/** Why a request ended early: its caller dropped or cancelled it, or its time was up. */
export type StopReason = 'gone' | 'cancelled' | 'deadline';

/** The failure of a request that was stopped at some `stage` of its way ("during the precheck", "before system.sleep"). */
export function stopped(reason: StopReason, stage: string): Failure {
  if (reason === 'deadline') {
    return failure('deadline_exceeded', `The deadline passed ${stage}`, {
      field: 'intent.timeout_ms',
      hint: 'Give intent.timeout_ms more time; the route caps it. Read outcome.effect before any retry.',
    });
  }
  const what = reason === 'gone' ? 'The caller went away' : 'The caller cancelled';
  return failure('cancelled', `${what} ${stage}`, { hint: 'outcome.effect says what had happened by then.' });
}
