import type { Progress } from '../../../contracts/progress.ts';

/** What one exchange keeps of its events, the newest of them: an adapter may report progress without end. */
const MOST_EVENTS = 4096;
const MOST_UNITS = 1_048_576;
/** What one poll is handed at most; more comes with the next. */
const MOST_UNITS_A_PAGE = 65_536;

/** Events after a cursor. */
export interface EventPage {
  /** Of the last event in the page: where the next page begins. */
  readonly cursor: number;
  /** As JSON, `{"seq": …, "progress": …}`, in order. */
  readonly events: readonly string[];
  /** How many events after the cursor are no longer kept. */
  readonly missed: number;
  readonly isLast: boolean;
}

/** The events of one exchange, numbered from 1. Kept as text: whoever reported them may change them afterwards. */
export class EventLog {
  readonly #kept: string[] = [];
  #keptUnits = 0;
  #lastSeq = 0;

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get keptUnits(): number {
    return this.#keptUnits;
  }

  push(progress: Progress): void {
    this.#lastSeq += 1;
    const text = JSON.stringify({ seq: this.#lastSeq, progress });
    this.#kept.push(text);
    this.#keptUnits += text.length;
    while (this.#kept.length > MOST_EVENTS || this.#keptUnits > MOST_UNITS) {
      this.#keptUnits -= this.#kept.shift()?.length ?? 0;
    }
  }

  after(cursor: number): EventPage {
    const beforeKept = this.#lastSeq - this.#kept.length;
    const from = Math.max(cursor, beforeKept);
    const events: string[] = [];
    let units = 0;
    for (const text of this.#kept.slice(from - beforeKept)) {
      units += text.length;
      if (events.length > 0 && units > MOST_UNITS_A_PAGE) break;
      events.push(text);
    }
    const last = from + events.length;
    return { cursor: last, events, missed: from - cursor, isLast: last === this.#lastSeq };
  }
}
