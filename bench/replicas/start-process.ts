import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Longer than `limits.shutdown_ms` of any replica that is started here. */
const END_WITHIN_MS = 15_000;
const START_WITHIN_MS = 30_000;
const LOOK_AGAIN_MS = 20;

export interface StartedProcess {
  readonly pid: number;
  /** What it printed so far, on both streams. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Its exit code; null where a signal ended it. */
  exited(): Promise<number | null>;
  hasExited(): boolean;
  /** Asks it to end, and makes it after a while. */
  end(): Promise<void>;
}

/** A program of our own. What it prints goes to a file of the folder: a pipe that nobody reads would stop it. */
export function startProcess(
  command: string,
  args: readonly string[],
  { folder, name, env }: { readonly folder: string; readonly name: string; readonly env?: NodeJS.ProcessEnv },
): StartedProcess {
  const file = join(folder, `${name}.log`);
  const out = openSync(file, 'a');
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', out, out], ...(env !== undefined && { env }) });
  closeSync(out);
  // Whatever becomes of us, nothing that we started stays behind.
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  let failed: Error | undefined;
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      process.off('exit', killOnExit);
      resolve(code);
    });
    child.once('error', (error) => {
      failed = error;
      resolve(null);
    });
  });
  const hasExited = (): boolean => failed !== undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    output: () => `${readFileSync(file, 'utf8')}${failed?.message ?? ''}`,
    signal: (signal) => void child.kill(signal),
    exited: () => exited,
    hasExited,
    end: async () => {
      if (hasExited()) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
      await exited;
      clearTimeout(late);
    },
  };
}

/** Waits until a started process is ready; throws with what it printed where it ends before or takes too long. */
export async function untilReady(started: StartedProcess, isReady: () => boolean | Promise<boolean>): Promise<void> {
  const lastMs = performance.now() + START_WITHIN_MS;
  while (!(await isReady())) {
    if (started.hasExited()) throw new Error(`A process ended before it was ready: ${started.output()}`);
    if (performance.now() > lastMs) throw new Error(`A process is not ready after 30 s: ${started.output()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN_MS);
    });
  }
}
