import { type Failure, failure } from '../../../contracts/failure.ts';
import type { Progress } from '../../../contracts/progress.ts';
import type { Answered } from '../answered.ts';
import type { Caller } from '../caller.ts';
import { EventLog, type EventPage } from './event-log.ts';

/** How an exchange ended: with its answer, or without one, as the service ended first. */
export type ExchangeEnd = Answered | 'lost';

export interface Reading extends EventPage {
  /** Undefined while it runs, and while the page is not the last one. */
  readonly end: ExchangeEnd | undefined;
}

export interface ExchangeFacts {
  /** Unguessable. */
  readonly id: string;
  readonly traceId: string;
  readonly principal: string;
  /** The latest that it can still be read (epoch). */
  readonly readableUntilMs: number;
}

/** One request that runs whether or not anybody waits for it, with its events and its answer. Any number may poll it. */
export class Exchange {
  readonly facts: ExchangeFacts;
  /** Of its request; none of the pollers, who may go away and cancel nothing by it. */
  readonly caller: Caller;
  readonly #events = new EventLog();
  readonly #waiting = new Set<() => void>();
  #end: ExchangeEnd | undefined;

  constructor(facts: ExchangeFacts, caller: Caller) {
    this.facts = facts;
    this.caller = caller;
  }

  get end(): ExchangeEnd | undefined {
    return this.#end;
  }

  /** How much it holds, in UTF-16 units. */
  get heldUnits(): number {
    const answer = this.#end === undefined || this.#end === 'lost' ? 0 : this.#end.text.length;
    return answer + this.#events.keptUnits;
  }

  report(progress: Progress): void {
    if (this.#end !== undefined) return; // an act that outlives its answer goes on reporting
    this.#events.push(progress);
    this.#wake();
  }

  finish(end: ExchangeEnd): void {
    this.#end ??= end;
    this.#wake();
  }

  cancel(): void {
    this.caller.leave('cancelled');
  }

  /** `invalid_request` for a cursor beyond the events. */
  checkCursor(cursor: number): Failure | undefined {
    const { lastSeq } = this.#events;
    if (cursor <= lastSeq) return undefined;
    return failure('invalid_request', `The cursor is ${cursor}, and the last event so far is ${lastSeq}`, {
      field: 'cursor',
      hint: 'Poll at the Location of the answer before; cursor=0 starts over.',
    });
  }

  /** The events after a cursor and, behind the last of them, the end. */
  read(cursor: number): Reading {
    const page = this.#events.after(cursor);
    return { ...page, end: page.isLast ? this.#end : undefined };
  }

  /** Until it has ended, or an event after the cursor is there, or the time is up, or the poller has left. */
  awaitEvent(cursor: number, limitMs: number, poller: Caller): Promise<void> {
    return this.#await(() => this.#events.lastSeq > cursor, limitMs, poller);
  }

  /** Until it has ended, or the time is up, or the poller has left. */
  awaitEnd(limitMs: number, poller: Caller): Promise<void> {
    return this.#await(() => false, limitMs, poller);
  }

  #await(isEnough: () => boolean, limitMs: number, poller: Caller): Promise<void> {
    const isOver = (): boolean => this.#end !== undefined || isEnough();
    if (limitMs <= 0 || isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        poller.onLeave(undefined);
        resolve();
      };
      const look = (): void => {
        if (isOver()) settle();
      };
      const timer = setTimeout(settle, limitMs);
      this.#waiting.add(look);
      poller.onLeave(settle);
    });
  }

  #wake(): void {
    for (const look of this.#waiting) look();
  }
}
