import type { Acted, Call } from '../../../contracts/adapter.ts';
import { isFailure } from '../../../contracts/failure.ts';
import { hideInFailure, hideInProgress } from '../../../declarative/hide-secrets.ts';
import { ProgressBudget } from '../../../declarative/progress-budget.ts';
import { callInput } from '../../../declarative/template-input.ts';
import type { Place } from '../place.ts';
import type { Job } from '../run/job.ts';
import { notStarted } from '../run/not-started.ts';
import type { Runs } from '../run/runs.ts';
import { withJob } from '../run/with-job.ts';
import type { ProcessIntent } from './compile-intent.ts';
import { conclude } from './conclude.ts';
import { findLock, runLocked } from './hold-lock.ts';

/** So much of a request's time is left to say that a lock was not free: past the deadline, nobody could say why. */
const TIME_TO_TELL_MS = 250;

/** Reports at once: a command may write all of its lines in one go. */
const MOST_AT_ONCE = 1000;

/** Carries out one intent. */
export async function actByCommand(
  intent: ProcessIntent,
  call: Call,
  { place, runs, program }: { readonly place: Place; readonly runs: Runs; readonly program: string },
): Promise<Acted> {
  const input = callInput(call);
  const prepared = intent.prepare(input);
  if (isFailure(prepared)) return { effect: 'none', failure: prepared };
  const unfit = place.whyUnfit();
  if (unfit !== undefined) return { effect: 'none', failure: unfit };
  const { lock } = intent;
  const found = lock === undefined ? undefined : await findLock(lock, place.directory, input);
  if (isFailure(found)) return { effect: 'none', failure: found };
  const waitMs = Math.min(lock?.waitMs ?? Number.POSITIVE_INFINITY, call.remainingMs() - TIME_TO_TELL_MS);
  const onLine = listen(intent, call, input, place);
  const end = await withJob(place, intent.command ?? program, prepared, (made) => {
    const job: Job = onLine === undefined ? made : { ...made, onLine };
    if (found === undefined) return runs.run(job, call.signal);
    const onWaiting = (): void => call.progress({ message: `waiting for the lock of ${found.name}` });
    return runLocked(runs, { ...job, onWaiting }, found, Math.max(0, waitMs), call.signal);
  });
  if (isFailure(end)) return { effect: 'none', failure: end };
  if (end.how === 'not_started') return { effect: 'none', failure: notStarted(end) };
  const acted = conclude(intent, end, input, place.hideSecrets);
  return acted.failure === undefined ? acted : { ...acted, failure: hideInFailure(acted.failure, place.hideSecrets) };
}

/** Tells of the lines that say how far the command is; undefined where none can. */
function listen(
  { readProgress }: ProcessIntent,
  call: Call,
  input: object,
  { hideSecrets }: Place,
): Job['onLine'] | undefined {
  if (readProgress === undefined) return undefined;
  const budget = new ProgressBudget(MOST_AT_ONCE);
  return (line) => {
    const progress = readProgress({ ...input, line });
    if (progress !== undefined && budget.take()) call.progress(hideInProgress(progress, hideSecrets));
  };
}
