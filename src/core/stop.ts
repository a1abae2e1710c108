import type { Failure } from '../../contracts/failure.ts';
import type { Caller } from './caller.ts';
import { type StopReason, stopped } from './stopped.ts';

/**
 * Ends the work of one request early: at the deadline, when the caller says so, and when it is gone, unless something
 * that may have effects was dispatched (a dropped connection must not turn a purchase into a riddle). The controller and
 * the timer are made when the signal is first asked for: what answers at once needs neither.
 */
export class Stop {
  readonly #caller: Caller;
  #deadlineAtMs: number;
  /** Since when its time stands still, and for how many. */
  #stillSinceMs: number | undefined;
  #stillFor = 0;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reason: StopReason | undefined;
  #outlivesCaller = false;
  #isClosed = false;

  constructor(caller: Caller, deadlineAtMs: number) {
    this.#caller = caller;
    this.#deadlineAtMs = deadlineAtMs;
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#arm(new AbortController());
    return this.#controller.signal;
  }

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  /** `cancelled` or `deadline_exceeded` where the request is to stop; asks the clock too, as no timer fires meanwhile. */
  over(before: string): Failure | undefined {
    if (this.remainingMs() === 0) this.#stop('deadline');
    else if (this.#caller.left !== undefined) this.#stop(this.#caller.left);
    return this.#reason === undefined ? undefined : stopped(this.#reason, `before ${before}`);
  }

  remainingMs(): number {
    return Math.max(0, this.#deadlineAtMs - (this.#stillSinceMs ?? performance.now()));
  }

  /** Its time stands still for as long as the work takes: somebody is asked, who may take long. */
  async standStill<Value>(work: Promise<Value>): Promise<Value> {
    this.#stillFor += 1;
    this.#stillSinceMs ??= performance.now();
    clearTimeout(this.#timer);
    try {
      return await work;
    } finally {
      this.#stillFor -= 1;
      if (this.#stillFor === 0) this.#goOn(this.#stillSinceMs);
    }
  }

  /** From here on only an explicit cancel and the deadline stop what may have effects. */
  outliveCaller(): void {
    this.#outlivesCaller = true;
  }

  /** Lets go of the timer and the caller. */
  close(): void {
    this.#isClosed = true;
    if (this.#controller === undefined) return;
    clearTimeout(this.#timer);
    this.#caller.onLeave(undefined);
  }

  #goOn(stillSinceMs: number): void {
    this.#deadlineAtMs += performance.now() - stillSinceMs;
    this.#stillSinceMs = undefined;
    if (this.#controller !== undefined && this.#reason === undefined && !this.#isClosed) this.#startTimer();
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => this.#stop('deadline'), Math.ceil(this.remainingMs()));
  }

  #arm(controller: AbortController): AbortController {
    if (this.#stillSinceMs === undefined) this.#startTimer();
    this.#controller = controller;
    this.#caller.onLeave((why) => this.#stop(why));
    return controller;
  }

  #stop(why: StopReason): void {
    if (this.#reason !== undefined || (why === 'gone' && this.#outlivesCaller)) return;
    this.#reason = why;
    this.#controller?.abort();
  }
}
