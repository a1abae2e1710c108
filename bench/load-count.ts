export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
}

/** What a slice needs of a client. */
export interface BenchClient {
  start(): Promise<void>;
  /** Counts what is answered in the given time. Throws where anything but the right answer came back. */
  measure(ms: number): Promise<LoadResult>;
  stop(): void;
}

/** How many answers a client has had, and what was wrong with the first wrong one. */
export class LoadCount {
  #finished = 0;
  #failure: Error | undefined;

  finished(answers: number): void {
    this.#finished += answers;
  }

  failed(message: string): void {
    this.#failure ??= new Error(message);
  }

  async measure(ms: number): Promise<LoadResult> {
    const before = this.#finished;
    const startedMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (this.#failure !== undefined) throw this.#failure;
    return { requests: this.#finished - before, seconds: (performance.now() - startedMs) / 1000 };
  }
}

/**
 * A client that sleeps between answers has to be woken by each, and on a virtual machine waking another processor costs
 * the server some 10 µs an answer: it would pay for being slower than its client. So a client never sleeps.
 */
export function stayAwake(isRunning: () => boolean): void {
  if (isRunning()) setImmediate(stayAwake, isRunning);
}
