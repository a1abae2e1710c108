import { type Failure, failure } from '../../../contracts/failure.ts';
import type { Arrival } from '../arrival.ts';
import { Caller } from '../caller.ts';
import type { Core } from '../core.ts';
import type { Journal } from '../journal.ts';
import { refuseBroken } from '../refuse.ts';
import { Exchange, type ExchangeEnd, type ExchangeFacts } from './exchange.ts';
import { runExchange } from './run-exchange.ts';
import { throughExchange } from './through-exchange.ts';

/** What the finished ones may hold together, in UTF-16 units: their number alone would not bound their answers. */
const MOST_KEPT_UNITS = 67_108_864;
/**
 * What those that run may hold together when another one starts, their bodies in bytes and their events in UTF-16 units: a
 * thousand bodies of a mebibyte each would fill the memory of a service.
 */
const MOST_RUNNING_UNITS = 268_435_456;
/** A stopped adapter has a grace to say what it did; the machine may be slow. */
const AFTER_DEADLINE_MS = 5000;

export interface ExchangeLimits {
  /** How many may run. */
  readonly running: number;
  /** How many finished ones are kept, the newest. */
  readonly kept: number;
  /** How long a finished one is kept. */
  readonly keepMs: number;
}

/** The exchanges of this process: those that run, and those that have finished and may still be read. */
export class Exchanges {
  readonly limits: ExchangeLimits;
  readonly #journal: Journal;
  readonly #byId = new Map<string, Exchange>();
  /** Each with the size of its body. */
  readonly #running = new Map<Exchange, number>();
  /** In the order in which they finished, each with the timer that ends its time. */
  readonly #kept = new Map<Exchange, NodeJS.Timeout>();
  #keptUnits = 0;
  /** Whose end nobody has fetched yet. */
  readonly #unfetched = new Set<Exchange>();
  /** Whose ticket nobody holds. */
  readonly #released = new WeakSet<Exchange>();
  #isClosing = false;
  #onSettled: (() => void) | undefined;

  constructor(limits: ExchangeLimits, journal: Journal) {
    this.limits = limits;
    this.#journal = journal;
  }

  /**
   * Starts a run of the way of a request; `overloaded` where too many run, or the service is closing. Both are called again where its
   * act is done over, as somebody was asked: a reload may have swapped the one, and what the other makes may have grown old.
   */
  start(serving: () => Core, arrive: (caller: Caller, isAgain?: boolean) => Arrival): Exchange | Failure {
    const refusal = this.#refusal();
    if (refusal !== undefined) return refusal;
    const core = serving();
    const caller = new Caller();
    const first = arrive(caller);
    if (this.#runningUnits() + first.bodyBytes > MOST_RUNNING_UNITS) return holdsTooMuch();
    // Its own, as it may outlive that of whatever it came with.
    const trace = core.openTrace(first.trace?.traceparent ?? first.traceparent);
    const exchange = new Exchange(this.#factsOf(core, first, trace.traceId), caller);
    this.#byId.set(exchange.facts.id, exchange);
    this.#running.set(exchange, first.bodyBytes);
    this.#unfetched.add(exchange);
    const through = (arrival: Arrival): Arrival => ({ ...throughExchange(exchange, arrival), trace });
    const run = { exchange, serving, arrive: () => through(arrive(caller, true)) };
    const answered = runExchange(run, through(first));
    if (answered instanceof Promise) {
      void answered.catch((thrown) => refuseBroken(core, first, thrown)).then((end) => this.#finish(exchange, end));
    } else {
      this.#finish(exchange, answered);
    }
    return exchange;
  }

  find(id: string): Exchange | undefined {
    return this.#byId.get(id);
  }

  /** Somebody has the end of it. */
  fetched(exchange: Exchange): void {
    this.#unfetched.delete(exchange);
    this.#tellIfSettled();
  }

  /** Nobody holds its ticket: it runs on, and is not kept once it has finished. */
  release(exchange: Exchange): void {
    this.#released.add(exchange);
    if (exchange.end !== undefined) this.#drop(exchange);
  }

  /** Nobody will ask for any of them again: acts run on, reads are stopped, nothing is kept. */
  abandon(): void {
    for (const exchange of [...this.#byId.values()]) {
      exchange.leave('gone');
      this.release(exchange);
    }
  }

  counts(): { readonly running: number; readonly kept: number } {
    return { running: this.#running.size, kept: this.#kept.size };
  }

  /**
   * Takes no new ones. Those that run are given the time to finish and to be fetched; the rest is told to the journal, and
   * to whoever waits for it or comes to poll it in what is kept of the time to tell so, half of it at most.
   */
  async close(limitMs: number, toTellMs: number): Promise<void> {
    this.#isClosing = true;
    const tellMs = Math.min(toTellMs, limitMs / 2);
    await this.#settled(limitMs - tellMs);
    for (const exchange of this.#unfetched) {
      this.#journal.exchangeLost(exchange.facts.traceId, exchange.end === undefined ? 'running' : 'unfetched');
      exchange.finish('lost');
      exchange.leave('gone');
    }
    for (const timer of this.#kept.values()) clearTimeout(timer);
    await this.#settled(tellMs);
  }

  #refusal(): Failure | undefined {
    if (this.#isClosing) {
      return failure('overloaded', 'The service is closing and starts no new exchange', {
        hint: 'Nothing was done. Send the request again: another replica takes it.',
      });
    }
    if (this.#running.size < this.limits.running) return undefined;
    return failure('overloaded', `${this.limits.running} exchanges are under way, as many as may be`, {
      hint: 'Nothing was done. Send it again later, or raise polling.running.',
    });
  }

  /** What is asked must be answered within the time that a finished one is kept, once the longest request has had its own. */
  #factsOf({ ids, longestRequestMs }: Core, { principal, asking }: Arrival, traceId: string): ExchangeFacts {
    const startedAtMs = Date.now();
    const mostMs = longestRequestMs + AFTER_DEADLINE_MS + this.limits.keepMs;
    const askUntilMs = asking === undefined ? startedAtMs : startedAtMs + mostMs;
    return {
      id: ids.traceId(),
      traceId,
      principal: principal.id,
      startedAtMs,
      askUntilMs,
      readableUntilMs: askUntilMs + mostMs,
    };
  }

  #runningUnits(): number {
    let units = 0;
    for (const [exchange, bodyBytes] of this.#running) units += bodyBytes + exchange.heldUnits;
    return units;
  }

  #finish(exchange: Exchange, end: ExchangeEnd): void {
    exchange.finish(end);
    this.#running.delete(exchange);
    // Who cancelled it, or went away, need not come for its end.
    if (exchange.caller.left !== undefined) this.fetched(exchange);
    if (this.#released.has(exchange)) {
      this.#drop(exchange);
      return;
    }
    this.#kept.set(exchange, setTimeout(() => this.#drop(exchange), this.limits.keepMs).unref());
    this.#keptUnits += exchange.heldUnits;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.limits.kept && this.#keptUnits <= MOST_KEPT_UNITS) break;
      this.#drop(oldest);
    }
  }

  #drop(exchange: Exchange): void {
    this.#byId.delete(exchange.facts.id);
    const timer = this.#kept.get(exchange);
    if (timer !== undefined) {
      clearTimeout(timer);
      this.#kept.delete(exchange);
      this.#keptUnits -= exchange.heldUnits;
    }
    this.fetched(exchange);
  }

  #settled(limitMs: number): Promise<void> {
    if (this.#unfetched.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#onSettled = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #tellIfSettled(): void {
    if (this.#unfetched.size === 0) this.#onSettled?.();
  }
}

function holdsTooMuch(): Failure {
  return failure('overloaded', 'The exchanges that are under way hold as much memory as they may together', {
    hint: 'Nothing was done. Send it again later.',
  });
}
