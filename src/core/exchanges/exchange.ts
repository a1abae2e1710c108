import type { InputRequests, InputResponses } from '../../../contracts/asking.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import type { Progress } from '../../../contracts/progress.ts';
import type { Answered } from '../answered.ts';
import type { Caller, LeaveReason } from '../caller.ts';
import { stopped } from '../stopped.ts';
import { EventLog, type EventPage } from './event-log.ts';
import { Questions } from './questions.ts';

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
  readonly startedAtMs: number;
  /** Until when what it asks must be answered (epoch). */
  readonly askUntilMs: number;
  /** The latest that it can still be read (epoch). */
  readonly readableUntilMs: number;
}

/** One request that runs whether or not anybody waits for it, with its events and its answer. Any number may poll it. */
export class Exchange {
  readonly facts: ExchangeFacts;
  /** Of its request; none of the pollers, who may go away and cancel nothing by it. */
  readonly caller: Caller;
  readonly #events = new EventLog();
  readonly #questions = new Questions();
  readonly #waiting = new Set<() => void>();
  #end: ExchangeEnd | undefined;
  #endedAtMs: number | undefined;
  #changedAtMs: number;
  #message: string | undefined;
  #isHandedOut = false;

  constructor(facts: ExchangeFacts, caller: Caller) {
    this.facts = facts;
    this.caller = caller;
    this.#changedAtMs = facts.startedAtMs;
  }

  get end(): ExchangeEnd | undefined {
    return this.#end;
  }

  get endedAtMs(): number | undefined {
    return this.#endedAtMs;
  }

  /** When there last was something new to tell of it. */
  get changedAtMs(): number {
    return this.#changedAtMs;
  }

  /** Of the last progress that had one. */
  get message(): string | undefined {
    return this.#message;
  }

  /** Its caller holds its ticket: what it asks from here on is asked through it. */
  get isHandedOut(): boolean {
    return this.#isHandedOut;
  }

  handOut(): void {
    this.#isHandedOut = true;
  }

  /** What it asks its caller now; empty where nothing. */
  openQuestions(): InputRequests {
    return this.#questions.open();
  }

  /** How much it holds, in UTF-16 units. */
  get heldUnits(): number {
    const answer = this.#end === undefined || this.#end === 'lost' ? 0 : this.#end.text.length;
    return answer + this.#events.keptUnits;
  }

  report(progress: Progress): void {
    if (this.#end !== undefined) return; // an act that outlives its answer goes on reporting
    this.#events.push(progress);
    this.#message = progress.message ?? this.#message;
    this.#changed();
  }

  /** Asks its caller, until that has answered all of it, the time to do so is up, or nobody will any more. */
  async ask(requests: InputRequests): Promise<InputResponses | Failure> {
    const asking = this.#questions.ask(requests);
    const timer = setTimeout(() => this.#questions.close(unanswered()), this.facts.askUntilMs - Date.now());
    this.#changed();
    try {
      return await asking;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Responses of its caller; those to nothing that is asked are ignored. */
  answer(responses: InputResponses): void {
    this.#questions.answer(responses);
    this.#changed();
  }

  finish(end: ExchangeEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#endedAtMs = Date.now();
    this.#questions.close(failure('cancelled', 'The request has ended'));
    this.#changed();
  }

  cancel(): void {
    this.leave('cancelled');
  }

  /** Its caller is no longer there. */
  leave(why: LeaveReason): void {
    this.#questions.close(stopped(why, 'while it was asked'));
    this.caller.leave(why);
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

  /** Until it has ended, or asks its caller for something, or the time is up, or the caller has left. */
  awaitQuestion(limitMs: number, waiting: Caller): Promise<void> {
    return this.#await(() => this.#questions.areOpen, limitMs, waiting);
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

  #changed(): void {
    this.#changedAtMs = Date.now();
    for (const look of this.#waiting) look();
  }
}

function unanswered(): Failure {
  return failure('deadline_exceeded', 'What was asked was not answered in time', {
    hint: 'Send the request again. outcome.effect says what had happened by then.',
  });
}
