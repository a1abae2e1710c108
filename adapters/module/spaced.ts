/** Hands on the latest of what comes, at once after a pause and else once in a while: what comes between is left out. */
export class Spaced<Value> {
  readonly #spaceMs: number;
  readonly #handOn: (value: Value) => void;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(spaceMs: number, handOn: (value: Value) => void) {
    this.#spaceMs = spaceMs;
    this.#handOn = handOn;
  }

  take(value: Value): void {
    this.drop();
    const waitMs = this.#lastMs + this.#spaceMs - performance.now();
    if (waitMs <= 0) this.#pass(value);
    else this.#timer = setTimeout(() => this.#pass(value), waitMs).unref();
  }

  /** What waits is not wanted any longer. */
  drop(): void {
    clearTimeout(this.#timer);
  }

  #pass(value: Value): void {
    this.#handOn(value);
    this.#lastMs = performance.now();
  }
}
