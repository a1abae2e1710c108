/** Between two rounds. */
const AGAIN_MS = 500;
/** What may wait; the oldest is given up first. */
const MOST = { count: 10_000, units: 33_554_432 };

interface Waiting {
  readonly units: number;
  readonly untilMs: number;
  /** Whether it is done. */
  readonly attempt: () => Promise<boolean>;
}

/** What could not be written down yet, and is tried again until it can, or its time is over. Bounded. */
export class Unfinished {
  readonly #waiting = new Map<string, Waiting>();
  readonly #onGivenUp: () => void;
  #units = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onGivenUp: () => void) {
    this.#onGivenUp = onGivenUp;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** `units`: what it holds in memory, in UTF-16 units. */
  add(name: string, units: number, keepMs: number, attempt: Waiting['attempt']): void {
    this.#remove(name);
    this.#waiting.set(name, { units, untilMs: Date.now() + keepMs, attempt });
    this.#units += units;
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= MOST.count && this.#units <= MOST.units) break;
      this.#giveUp(oldest);
    }
    this.#plan();
  }

  /** Tries everything until it is done or the time is over; what is left is given up. */
  async close(limitMs: number): Promise<void> {
    clearTimeout(this.#timer);
    const endsAtMs = Date.now() + limitMs;
    while (this.#waiting.size > 0 && Date.now() < endsAtMs) {
      await this.#round();
      if (this.#waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS / 10));
    }
    for (const name of this.#waiting.keys()) this.#giveUp(name);
    clearTimeout(this.#timer);
  }

  #plan(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(async () => {
      await this.#round();
      this.#timer = undefined;
      this.#plan();
    }, AGAIN_MS);
  }

  /** One after the other, and no further than to the first that fails: whatever stopped that one stops the others. */
  async #round(): Promise<void> {
    for (const [name, waiting] of [...this.#waiting]) {
      if (waiting.untilMs <= Date.now()) this.#giveUp(name);
      else if (!(await waiting.attempt())) return;
      else if (this.#waiting.get(name) === waiting) this.#remove(name);
    }
  }

  #giveUp(name: string): void {
    this.#remove(name);
    this.#onGivenUp();
  }

  #remove(name: string): void {
    this.#units -= this.#waiting.get(name)?.units ?? 0;
    this.#waiting.delete(name);
  }
}
