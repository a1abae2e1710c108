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
  readonly #deadlineAtMs: number;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reason: StopReason | undefined;
  #outlivesCaller = false;

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
    if (performance.now() >= this.#deadlineAtMs) this.#stop('deadline');
    else if (this.#caller.left !== undefined) this.#stop(this.#caller.left);
    return this.#reason === undefined ? undefined : stopped(this.#reason, `before ${before}`);
  }

  remainingMs(): number {
    return Math.max(0, this.#deadlineAtMs - performance.now());
  }

  /** From here on only an explicit cancel and the deadline stop what may have effects. */
  outliveCaller(): void {
    this.#outlivesCaller = true;
  }

  /** Lets go of the timer and the caller. */
  close(): void {
    if (this.#controller === undefined) return;
    clearTimeout(this.#timer);
    this.#caller.onLeave(undefined);
  }

  #arm(controller: AbortController): AbortController {
    this.#timer = setTimeout(() => this.#stop('deadline'), Math.ceil(this.remainingMs()));
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
