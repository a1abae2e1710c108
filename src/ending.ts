import type { FastifyInstance } from 'fastify';

/** The end of a service, and the time that it may take from the moment it is told to. */
export class Ending {
  readonly #budgetMs: number;
  #endsAtMs: number | undefined;

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  begin(): void {
    this.#endsAtMs ??= performance.now() + this.#budgetMs;
  }

  get hasBegun(): boolean {
    return this.#endsAtMs !== undefined;
  }

  /** All of it, as long as it has not begun. */
  leftMs(): number {
    return this.#endsAtMs === undefined ? this.#budgetMs : Math.max(0, this.#endsAtMs - performance.now());
  }

  /** Lets a listener's running requests end; what still runs when the time is over loses its connection. */
  async closeListener(listener: FastifyInstance): Promise<void> {
    const timer = setTimeout(() => listener.server.closeAllConnections(), this.leftMs());
    try {
      await listener.close();
    } finally {
      clearTimeout(timer);
    }
  }
}
