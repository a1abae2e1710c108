import { ErrorWindow } from './error-window.ts';
import type { BreakerSettings } from './gate-settings.ts';

export type BreakerState = 'closed' | 'half_open' | 'open';

/** What a request says of its target: nothing where it never reached it. */
export type Verdict = 'worked' | 'failed' | 'nothing';

/** What a request that was let through gives back with its verdict. */
export interface Admission {
  readonly isTrial: boolean;
  /** How often the breaker had opened by then: what was sent before says nothing of the target as it is afterwards. */
  readonly opened: number;
}

/** How long those are told to wait that come while one request tries the target. */
const TRIAL_WAIT_MS = 1000;

/**
 * Leaves a target alone that mostly fails. Closed: all pass. Open: nobody, for `openMs`. Half open: one request tries it,
 * and closes or opens it again; the others are refused at once, as a held request would only wait for a second refusal.
 */
export class Breaker {
  readonly #settings: BreakerSettings;
  readonly #onChange: (state: BreakerState) => void;
  readonly #window: ErrorWindow;
  #state: BreakerState = 'closed';
  #openedAtMs = 0;
  #opened = 0;
  #isTrying = false;

  constructor(settings: BreakerSettings, onChange: (state: BreakerState) => void) {
    this.#settings = settings;
    this.#onChange = onChange;
    this.#window = new ErrorWindow(settings.windowMs);
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** The way in, or the milliseconds until there may be one. */
  admit(nowMs: number): Admission | number {
    if (this.#state === 'closed') return { isTrial: false, opened: this.#opened };
    const waitMs = this.waitMs(nowMs);
    if (waitMs > 0) return waitMs;
    this.#isTrying = true;
    this.#become('half_open');
    return { isTrial: true, opened: this.#opened };
  }

  /** The milliseconds until a request may pass; 0: now. */
  waitMs(nowMs: number): number {
    if (this.#state === 'open') return Math.max(0, Math.ceil(this.#openedAtMs + this.#settings.openMs - nowMs));
    return this.#isTrying ? Math.min(TRIAL_WAIT_MS, this.#settings.openMs) : 0;
  }

  settle({ isTrial, opened }: Admission, verdict: Verdict, nowMs: number): void {
    if (opened !== this.#opened) return;
    if (isTrial) this.#settleTrial(verdict, nowMs);
    else if (verdict !== 'nothing' && this.#state === 'closed') this.#count(verdict === 'failed', nowMs);
  }

  #settleTrial(verdict: Verdict, nowMs: number): void {
    this.#isTrying = false;
    if (verdict === 'failed') this.#open(nowMs);
    if (verdict !== 'worked') return; // half open still: the next one tries
    this.#window.clear();
    this.#become('closed');
  }

  #count(isFailed: boolean, nowMs: number): void {
    this.#window.add(isFailed, nowMs);
    if (!isFailed) return;
    const { requests, failed } = this.#window.totals(nowMs);
    const { minRequests, errorPercent } = this.#settings;
    if (requests >= minRequests && failed * 100 >= errorPercent * requests) this.#open(nowMs);
  }

  #open(nowMs: number): void {
    this.#opened += 1;
    this.#openedAtMs = nowMs;
    this.#become('open');
  }

  #become(state: BreakerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange(state);
  }
}
