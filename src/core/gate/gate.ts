import type { Failure } from '../../../contracts/failure.ts';
import type { Priority } from '../../../contracts/request.ts';
import type { Stop } from '../stop.ts';
import { stopped } from '../stopped.ts';
import { type Admission, Breaker, type BreakerState, type Verdict } from './breaker.ts';
import { gaveWay, leftAlone, noRoom } from './gate-refusals.ts';
import type { GateSettings } from './gate-settings.ts';
import { RetryBudget } from './retry-budget.ts';
import { WaitingLine } from './waiting-line.ts';

/** How much the newest request counts in the mean time that one is at the target. */
const NEWEST_PART = 0.1;
/** What a retry is put off to where nothing was measured yet, and at most. */
const UNMEASURED_WAIT_MS = 1000;
const MOST_WAIT_MS = 60_000;
/**
 * How long an act that was given up and goes on all the same keeps its place: the target is still busy with it. One that
 * never ends must not keep it forever, or the target would be lost until a restart.
 */
const LATE_PLACE_MS = 30_000;

/** What one target's gate tells of itself. */
export interface GateJournal {
  breaker(target: string, state: BreakerState): void;
  shed(target: string, priority: Priority, why: 'queue' | 'event_loop'): void;
  waited(target: string, ms: number): void;
  retried(target: string): void;
}

/** What a request that is at the target holds. */
export interface Place {
  readonly admission: Admission;
  readonly sinceMs: number;
}

interface Waiter {
  readonly priority: Priority;
  readonly settle: (refusal: Failure | undefined) => void;
}

export interface GateFacts {
  readonly breaker: BreakerState;
  readonly running: number;
  readonly waiting: number;
}

/** Before one target: lets in as many requests as it bears, the others wait by priority, and nobody where it only fails. */
export class Gate {
  readonly settings: GateSettings;
  readonly #target: string;
  readonly #journal: GateJournal;
  readonly #breaker: Breaker;
  readonly #line = new WaitingLine<Waiter>();
  readonly #budget: RetryBudget;
  #running = 0;
  #meanMs: number | undefined;

  constructor(target: string, settings: GateSettings, journal: GateJournal) {
    this.settings = settings;
    this.#target = target;
    this.#journal = journal;
    this.#budget = new RetryBudget(settings.retry.budgetPercent);
    this.#breaker = new Breaker(settings.breaker, (state) => {
      journal.breaker(target, state);
      if (state === 'open') this.#sendAway();
    });
  }

  facts(): GateFacts {
    return { breaker: this.#breaker.state, running: this.#running, waiting: this.#line.length };
  }

  /** What a request would be refused with now for the sake of the target; it may have to wait all the same. */
  refusal(): Failure | undefined {
    const waitMs = this.#breaker.state === 'closed' ? 0 : this.#breaker.waitMs(performance.now());
    return waitMs > 0 ? leftAlone(this.#target, waitMs) : undefined;
  }

  /** `adapter_unavailable` while the target is left alone, `overloaded` where there is no room to wait, or how it stopped. */
  enter(priority: Priority, stop: Stop): Place | Failure | Promise<Place | Failure> {
    const nowMs = performance.now();
    const admission = this.#breaker.admit(nowMs);
    if (typeof admission === 'number') return leftAlone(this.#target, admission);
    this.#budget.earn();
    // The one that tries a target which failed does not wait for places that hanging acts still hold.
    if (this.#running < this.settings.concurrency || admission.isTrial) {
      this.#running += 1;
      return { admission, sinceMs: nowMs };
    }
    if (this.#line.length < this.settings.queue) return this.#wait(priority, stop, admission);
    const other = this.#line.giveWay(priority);
    if (other === undefined) {
      this.#journal.shed(this.#target, priority, 'queue');
      return noRoom(this.#target, this.#line.length, this.#waitFor(priority));
    }
    this.#journal.shed(this.#target, other.priority, 'queue');
    other.settle(gaveWay(this.#target, this.#waitFor(other.priority)));
    return this.#wait(priority, stop, admission);
  }

  /** `late` is an act that goes on although it was given up. */
  leave({ admission, sinceMs }: Place, verdict: Verdict, late: Promise<unknown> | undefined): void {
    const nowMs = performance.now();
    this.#measure(nowMs - sinceMs);
    this.#breaker.settle(admission, verdict, nowMs);
    if (late === undefined) this.#free();
    else this.#freeOnce(late);
  }

  /** Whether an act may be tried once more: the target is not left alone, and the budget allows it. */
  takeRetry(): boolean {
    if (this.#breaker.state !== 'closed' || !this.#budget.spend()) return false;
    this.#journal.retried(this.#target);
    return true;
  }

  #wait(priority: Priority, stop: Stop, admission: Admission): Promise<Place | Failure> {
    const { signal } = stop;
    const sinceMs = performance.now();
    return new Promise((resolve) => {
      const onStop = (): void => {
        this.#line.remove(waiter);
        waiter.settle(stopped(stop.reason ?? 'deadline', `while it waited for the target ${this.#target}`));
      };
      const settle = (refusal: Failure | undefined): void => {
        signal.removeEventListener('abort', onStop);
        const nowMs = performance.now();
        this.#journal.waited(this.#target, nowMs - sinceMs);
        resolve(refusal ?? { admission, sinceMs: nowMs });
      };
      const waiter: Waiter = { priority, settle };
      this.#line.push(waiter);
      signal.addEventListener('abort', onStop, { once: true });
      if (signal.aborted) onStop();
    });
  }

  #free(): void {
    const next = this.#running > this.settings.concurrency ? undefined : this.#line.next();
    if (next === undefined) this.#running -= 1;
    else next.settle(undefined);
  }

  #freeOnce(late: Promise<unknown>): void {
    let isFree = false;
    const free = (): void => {
      clearTimeout(timer);
      if (!isFree) this.#free();
      isFree = true;
    };
    const timer = setTimeout(free, LATE_PLACE_MS).unref();
    late.then(free, free);
  }

  #sendAway(): void {
    const waitMs = this.#breaker.waitMs(performance.now());
    for (const waiter of this.#line.clear()) waiter.settle(leftAlone(this.#target, waitMs));
  }

  #measure(tookMs: number): void {
    this.#meanMs = this.#meanMs === undefined ? tookMs : this.#meanMs + NEWEST_PART * (tookMs - this.#meanMs);
  }

  /** When one of this priority that came now would have its turn, by what is measured. */
  #waitFor(priority: Priority): number {
    if (this.#meanMs === undefined) return UNMEASURED_WAIT_MS;
    const turns = (this.#line.before(priority) + 1) / this.settings.concurrency;
    return Math.min(MOST_WAIT_MS, Math.max(1, Math.ceil(turns * this.#meanMs)));
  }
}
