import { PRIORITIES, type Priority } from '../../../contracts/request.ts';

const HIGHEST_FIRST = PRIORITIES.toReversed();

/** Those that wait, by priority, and within one in the order in which they came. */
export class WaitingLine<Waiter extends { readonly priority: Priority }> {
  readonly #lanes: Readonly<Record<Priority, Waiter[]>> = { high: [], normal: [], low: [] };

  get length(): number {
    const { high, normal, low } = this.#lanes;
    return high.length + normal.length + low.length;
  }

  /** How many would be served before one of this priority that came now. */
  before(priority: Priority): number {
    let count = 0;
    for (const lane of HIGHEST_FIRST) {
      count += this.#lanes[lane].length;
      if (lane === priority) break;
    }
    return count;
  }

  push(waiter: Waiter): void {
    this.#lanes[waiter.priority].push(waiter);
  }

  next(): Waiter | undefined {
    for (const lane of HIGHEST_FIRST) {
      const waiter = this.#lanes[lane].shift();
      if (waiter !== undefined) return waiter;
    }
    return undefined;
  }

  /** Takes out the newest of the lowest priority that is below this one, where there is any. */
  giveWay(to: Priority): Waiter | undefined {
    for (const lane of PRIORITIES) {
      if (lane === to) return undefined;
      const waiter = this.#lanes[lane].pop();
      if (waiter !== undefined) return waiter;
    }
    return undefined;
  }

  remove(waiter: Waiter): void {
    const lane = this.#lanes[waiter.priority];
    const index = lane.indexOf(waiter);
    if (index !== -1) lane.splice(index, 1);
  }

  clear(): readonly Waiter[] {
    return HIGHEST_FIRST.flatMap((lane) => this.#lanes[lane].splice(0));
  }
}
