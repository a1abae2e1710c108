import { type ChildProcess, spawn } from 'node:child_process';
import { getSystemErrorName } from 'node:util';
import type { Job, RunLimits } from './job.ts';
import { Lines } from './lines.ts';
import { Output } from './output.ts';
import type { RunEnd, StopReason } from './run-end.ts';
import { SUPERVISOR_SOURCE } from './supervisor-source.ts';
import { Tail } from './tail.ts';

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
/** How long output is waited for once the command has ended: only what escaped everything could still hold it open. */
const DRAIN_MS = 500;

const NOT_RUN: RunEnd = {
  how: 'not_started',
  exitCode: undefined,
  signal: undefined,
  errorCode: undefined,
  stopped: 'aborted',
  stdout: '',
  stderr: '',
};

/** The commands that run for one target. */
export class Runs {
  readonly #limits: RunLimits;
  readonly #running = new Map<() => void, Promise<RunEnd>>();
  #isClosed = false;

  constructor(limits: RunLimits) {
    this.#limits = limits;
  }

  /** Runs one command to its end, or until the signal aborts: it is then told to end, and killed where it does not. */
  async run(job: Job, signal: AbortSignal): Promise<RunEnd> {
    if (this.#isClosed || signal.aborted) return NOT_RUN;
    const run = new Run(this.#limits, job);
    const stop = (): void => run.stop('aborted');
    this.#running.set(stop, run.ended);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await run.ended;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#running.delete(stop);
    }
  }

  /** Ends everything that runs, and starts nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#running];
    for (const [stop] of running) stop();
    await Promise.all(running.map(([, ended]) => ended));
  }
}

class Run {
  readonly ended: Promise<RunEnd>;
  readonly #child: ChildProcess | undefined;
  readonly #stdout = new Output();
  readonly #stderr = new Tail();
  readonly #told = new Set<string>();
  #bytes = 0;
  #isLockDue = false;
  #stopped: StopReason | undefined;
  #errorCode: string | undefined;

  constructor(limits: RunLimits, job: Job) {
    const child = start(limits, job);
    if (typeof child === 'string') {
      this.#errorCode = child;
      this.ended = Promise.resolve(this.#end());
      return;
    }
    this.#child = child;
    this.#read(child, limits.maxOutputBytes, job);
    this.ended = this.#await(child, job.lock === undefined ? undefined : job.lockWaitMs);
    // What the command does not read is not its failure: EPIPE.
    child.stdin?.on('error', () => {});
    child.stdin?.end(job.stdin);
  }

  stop(reason: StopReason): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    const control = this.#child?.stdio[3];
    if (control !== undefined && control !== null && 'end' in control) control.end();
  }

  #read(child: ChildProcess, maxOutputBytes: number, { onLine, onWaiting }: Job): void {
    const lines = { stdout: new Lines(onLine ?? ignore), stderr: new Lines(onLine ?? ignore) };
    const take = (chunk: Buffer, into: Output | Tail, cut: Lines): void => {
      if (this.#stopped !== undefined) return;
      this.#bytes += chunk.length;
      if (this.#bytes > maxOutputBytes) {
        this.stop('output');
        return;
      }
      into.add(chunk);
      if (onLine !== undefined) cut.add(chunk);
    };
    child.stdout?.on('data', (chunk: Buffer) => take(chunk, this.#stdout, lines.stdout));
    child.stderr?.on('data', (chunk: Buffer) => take(chunk, this.#stderr, lines.stderr));
    const told = new Lines((line) => {
      this.#told.add(line);
      if (line === 'waiting') onWaiting?.();
      this.#giveUpLock();
    });
    child.stdio[3]?.on('data', (chunk: Buffer) => told.add(chunk));
    child.stdio[3]?.on('error', ignore); // reset, where the supervisor was killed
    child.once('close', () => {
      lines.stdout.end();
      lines.stderr.end();
    });
  }

  #await(child: ChildProcess, lockWaitMs: number | undefined): Promise<RunEnd> {
    return new Promise((resolve) => {
      const waiting =
        lockWaitMs === undefined
          ? undefined
          : setTimeout(() => {
              this.#isLockDue = true;
              this.#giveUpLock();
            }, lockWaitMs);
      let draining: NodeJS.Timeout | undefined;
      const settle = (): void => {
        clearTimeout(waiting);
        clearTimeout(draining);
        resolve(this.#end());
      };
      child.once('error', (error: NodeJS.ErrnoException) => {
        if (child.pid !== undefined) return;
        this.#errorCode = error.code ?? 'UNKNOWN';
        settle();
      });
      child.once('exit', () => {
        // The supervisor ends with its whole group, but for where it was killed itself.
        killGroup(child);
        draining = setTimeout(() => destroyStreams(child), DRAIN_MS);
      });
      child.once('close', settle);
    });
  }

  /** What was not waited for at all may be free: only the supervisor can say that it is not. */
  #giveUpLock(): void {
    if (this.#isLockDue && this.#told.has('waiting') && !this.#told.has('ready')) this.stop('lock');
  }

  #end(): RunEnd {
    const words = [...this.#told].map((line) => line.split(' '));
    const numberOf = (word: string): number | undefined => {
      const found = words.find(([first]) => first === word);
      return found === undefined ? undefined : Number(found[1]);
    };
    const [exitCode, signal, failed] = [numberOf('exited'), numberOf('signalled'), numberOf('failed')];
    const isMoved = this.#told.has('moved');
    const isStarted = this.#told.has('ready') && failed === undefined;
    const errorCode = this.#errorCode ?? (failed === undefined ? undefined : getSystemErrorName(-failed));
    return {
      how: howEnded({ isMoved, isStarted, errorCode, exitCode, signal }),
      exitCode: isStarted ? exitCode : undefined,
      signal: isStarted ? signal : undefined,
      errorCode,
      stopped: this.#stopped,
      stdout: this.#stdout.text(),
      stderr: this.#stderr.text(),
    };
  }
}

interface Told extends Pick<RunEnd, 'exitCode' | 'signal' | 'errorCode'> {
  readonly isMoved: boolean;
  readonly isStarted: boolean;
}

function howEnded({ isMoved, isStarted, errorCode, exitCode, signal }: Told): RunEnd['how'] {
  if (isMoved) return 'moved';
  if (errorCode !== undefined) return 'not_started';
  if (exitCode === undefined && signal === undefined) return 'lost';
  if (!isStarted) return 'not_started';
  return exitCode === undefined ? 'signalled' : 'exited';
}

/** The error code where it can't be started at all, such as for too long an argument. */
function start({ killAfterMs }: RunLimits, job: Job): ChildProcess | string {
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

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: nothing of it is left, as it should be.
  }
}

function destroyStreams(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy();
}

function ignore(): void {}
