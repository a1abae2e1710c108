import { type ChildProcess, spawn } from 'node:child_process';
import type { SupervisedCommand } from './supervised-command.ts';
import { SUPERVISOR_SOURCE } from './supervisor-source.ts';

/** The number of the system call `prctl` on Linux. */
const PRCTL: Readonly<Partial<Record<NodeJS.Architecture, number>>> = {
  arm: 172,
  arm64: 167,
  ia32: 172,
  loong64: 167,
  ppc64: 171,
  riscv64: 167,
  s390x: 172,
  x64: 157,
};
/** The supervisor counts the time between TERM and KILL in these. */
const SLICE_MS = 50;

/** Starts a command under its supervisor. The error code where it can't be started at all, such as for too long an argument. */
export function startSupervisor(job: SupervisedCommand, killAfterMs: number): ChildProcess | string {
  const { perl, command, lock, scriptFile = '', directory, environment } = job;
  const slices = Math.ceil(killAfterMs / SLICE_MS);
  const number = process.platform === 'linux' ? (PRCTL[process.arch] ?? 0) : 0;
  const settings = [String(number), String(slices), lock?.path ?? '', scriptFile];
  try {
    return spawn(perl, ['-e', SUPERVISOR_SOURCE, '--', ...settings, command, ...job.arguments], {
      cwd: directory,
      // A locale that is not there is a matter of the command, not one for Perl to complain about on its error output.
      env: { ...environment, PERL_BADLANG: '0' },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', ...(lock === undefined ? [] : [lock.descriptor])],
      detached: true,
    });
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) return String(thrown.code);
    throw thrown;
  }
}

/** Sends a signal to the supervisor and everything that is in its group still. */
export function signalGroup({ pid }: ChildProcess, signal: 'SIGKILL' | 'SIGCONT'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nothing of it is left, as it should be.
  }
}
