import type { CloseReason } from './endings.ts';
import type { FrameConnection } from './frame-connection.ts';

/** For the last words to be said and read in, before what is still open is cut off. */
const LAST_WORDS_MS = 250;

export interface WebSocketMetrics {
  opened(): void;
  closed(why: CloseReason): void;
}

/** The open WebSockets: asked from time to time whether they are still there, and ended together. */
export class OpenConnections {
  readonly #open = new Set<FrameConnection>();
  readonly #metrics: WebSocketMetrics;
  readonly #heartbeat: NodeJS.Timeout;
  #onEmpty: (() => void) | undefined;
  #isEnding = false;

  constructor(heartbeatMs: number, metrics: WebSocketMetrics) {
    this.#metrics = metrics;
    this.#heartbeat = setInterval(() => {
      for (const connection of this.#open) connection.beat();
    }, heartbeatMs).unref();
  }

  add(connection: FrameConnection): void {
    this.#open.add(connection);
    this.#metrics.opened();
    if (this.#isEnding) connection.end(); // its upgrade was under way when the end began
  }

  closed(connection: FrameConnection): void {
    if (!this.#open.delete(connection)) return;
    this.#metrics.closed(connection.closeReason);
    if (this.#open.size === 0) this.#onEmpty?.();
  }

  /** Closes every connection once what is in flight on it was answered; what would take longer than the budget is told so. */
  async end(budgetMs: number): Promise<void> {
    clearInterval(this.#heartbeat);
    this.#isEnding = true;
    if (this.#open.size === 0) return;
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    const timers = [
      setTimeout(
        () => this.#each((connection) => connection.giveUp()),
        Math.max(budgetMs - LAST_WORDS_MS, budgetMs / 2),
      ),
      setTimeout(() => this.#each((connection) => connection.terminate('ending')), budgetMs),
    ];
    this.#each((connection) => connection.end());
    await empty;
    for (const timer of timers) clearTimeout(timer);
  }

  #each(act: (connection: FrameConnection) => void): void {
    for (const connection of [...this.#open]) act(connection);
  }
}
