import { spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import type { Observation, ResourceTypeDeclaration } from '../../../contracts/adapter.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import { isAbsent } from './error-code.ts';
import { openFile } from './open-file.ts';
import { resolveInside } from './resolve-inside.ts';

export const FILE_TYPE: ResourceTypeDeclaration = {
  type: 'file',
  description: 'A file of the directory that this target works in. locked: somebody holds its lock (flock).',
  states: ['present', 'absent', 'locked'],
  identifier: 'The path of the file, from the directory of the target on: projects/demo.xpr',
  cacheable: false,
};

/** Shared and without waiting: 0 it was free, 1 it is held. */
const ASK = 'exit 0 if flock(STDIN, 5); exit($!{EWOULDBLOCK} ? 1 : 2)';

/** The state of a file. Whether it is locked is found out by taking a shared lock for as long as a process lives. */
export async function probeFile(
  root: string,
  identifier: string,
  perl: string,
  signal: AbortSignal,
): Promise<Observation | Failure> {
  const path = await resolveInside(root, identifier);
  if (typeof path !== 'string') return noSuchName(path.refused);
  const file = await openFile(path);
  if (typeof file === 'string') return isAbsent(file) ? { state: 'absent' } : unseen(file);
  const asked = ask(perl, file, signal);
  await file.close();
  const isHeld = await asked;
  if (isHeld === undefined) return unseen(signal.aborted ? 'stopped' : 'flock');
  return { state: isHeld ? 'locked' : 'present' };
}

function ask(perl: string, file: FileHandle, signal: AbortSignal): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    const child = spawn(perl, ['-e', ASK], { env: {}, stdio: [file.fd, 'ignore', 'ignore'] });
    const stop = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    const settle = (answer: boolean | undefined): void => {
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    child.once('error', () => settle(undefined));
    child.once('exit', (code) => settle(code === 0 ? false : code === 1 ? true : undefined));
  });
}

function noSuchName(problem: string): Failure {
  return failure('invalid_request', `The identifier of the file ${problem}`, {
    field: 'resources.identifier',
    hint: 'Name it from the directory of the target on, such as projects/demo.xpr.',
  });
}

function unseen(code: string): Failure {
  return failure('adapter_failed', `The state of the file can't be found out (${code})`, {
    field: 'resources.identifier',
    hint: 'The service needs to be allowed to read it.',
  });
}
