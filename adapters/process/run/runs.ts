import type { Job, RunLimits } from './job.ts';
import { Run } from './run.ts';
import type { RunEnd } from './run-end.ts';

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
