import type { ChildProcess } from 'node:child_process';
import { getSystemErrorName } from 'node:util';
import { Lines } from '../../../supervised/lines.ts';
import { signalGroup, startSupervisor } from '../../../supervised/start-supervisor.ts';
import { Tail } from '../../../supervised/tail.ts';
import type { Job, RunLimits } from './job.ts';
import { Output } from './output.ts';
import type { RunEnd, StopReason } from './run-end.ts';

/** How long output is waited for once the command has ended: only what escaped everything could still hold it open. */
const DRAIN_MS = 500;
/** Past the time between TERM and KILL, for a supervisor to end all: one that has not by then was stopped or hangs, and goes itself. */
const OVERDUE_MS = 3000;

/** One command that runs. */
export class Run {
  readonly ended: Promise<RunEnd>;
  readonly #child: ChildProcess | undefined;
  readonly #killAfterMs: number;
  readonly #stdout = new Output();
  readonly #stderr = new Tail();
  readonly #told = new Set<string>();
  #bytes = 0;
  #isLockDue = false;
  #stopped: StopReason | undefined;
  #errorCode: string | undefined;
  #overdue: NodeJS.Timeout | undefined;

  constructor(limits: RunLimits, job: Job) {
    this.#killAfterMs = limits.killAfterMs;
    const child = startSupervisor(job, limits.killAfterMs);
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
    const child = this.#child;
    const control = child?.stdio[3];
    if (child === undefined || control === undefined || control === null || !('end' in control)) return;
    control.end();
    // A command can have stopped all of its group (SIGSTOP), the supervisor with it.
    signalGroup(child, 'SIGCONT');
    this.#overdue = setTimeout(() => signalGroup(child, 'SIGKILL'), this.#killAfterMs + OVERDUE_MS);
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
        clearTimeout(this.#overdue);
        resolve(this.#end());
      };
      child.once('error', (error: NodeJS.ErrnoException) => {
        if (child.pid !== undefined) return;
        this.#errorCode = error.code ?? 'UNKNOWN';
        settle();
      });
      child.once('exit', () => {
        // The supervisor ends with its whole group, but for where it was killed itself.
        signalGroup(child, 'SIGKILL');
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

function destroyStreams(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy();
}

function ignore(): void {}
