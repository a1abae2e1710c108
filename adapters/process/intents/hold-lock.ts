import { type Failure, failure } from '../../../contracts/failure.ts';
import { unfillable } from '../../../declarative/translate-unjudged.ts';
import { isUnjudged } from '../../../expressions/compile-value.ts';
import { isAbsent } from '../files/error-code.ts';
import { openFile } from '../files/open-file.ts';
import { resolveInside } from '../files/resolve-inside.ts';
import type { Job } from '../run/job.ts';
import type { RunEnd } from '../run/run-end.ts';
import type { Runs } from '../run/runs.ts';
import type { IntentLock } from './compile-intent.ts';

/** A file to lock, found. */
export interface FoundLock {
  /** As the request named it. */
  readonly name: string;
  readonly path: string;
  readonly create: boolean;
}

export async function findLock(lock: IntentLock, directory: string, input: object): Promise<FoundLock | Failure> {
  const rendered = lock.file.render(input);
  if (isUnjudged(rendered)) return unfillable(rendered, 'name of the file to lock');
  const name = rendered.text;
  const path = await resolveInside(directory, name);
  if (typeof path === 'string') return { name, path, create: lock.create };
  return failure('payload_invalid', `The name of the file to lock ${path.refused}`, {
    hint: 'Nothing was done. Name it from the directory of the target on, such as projects/demo.xpr.',
  });
}

/** Runs a command that holds a lock, and waits for the lock first. */
export async function runLocked(
  runs: Runs,
  job: Job,
  lock: FoundLock,
  waitMs: number,
  signal: AbortSignal,
): Promise<RunEnd | Failure> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const file = await openFile(lock.path, lock.create);
    if (typeof file === 'string') return isAbsent(file) ? mismatch(lock, 'absent') : notOpened(file);
    const lockWaitMs = Math.max(0, endMs - performance.now());
    const running = runs.run({ ...job, lock: { path: lock.path, descriptor: file.fd }, lockWaitMs }, signal);
    // Started by now, or not at all: the command has a descriptor of its own.
    await file.close();
    const end = await running;
    if (end.stopped === 'lock' && end.how === 'not_started') return mismatch(lock, 'locked');
    if (end.how !== 'moved') return end;
  }
}

function mismatch({ name }: FoundLock, actual: 'absent' | 'locked'): Failure {
  const wanted = { type: 'file', identifier: name, expected_state: 'present', actual_state: actual };
  const hint = {
    absent: 'Nothing was done. Name a file that is there.',
    locked:
      'Nothing was done: another command held it all the while. Send it again later, or give intent.timeout_ms more time.',
  }[actual];
  return failure('resource_state_mismatch', `file ${name} is ${actual}, expected present and free to be locked`, {
    hint,
    details: { resources: [wanted] },
  });
}

function notOpened(code: string): Failure {
  return failure('adapter_failed', `The file to lock can't be opened (${code})`, {
    hint: 'Nothing was done. The service needs to be allowed to read it.',
  });
}
