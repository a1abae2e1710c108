import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { stopListening } from './stop-listening.ts';

/** In it a gateway asks /readyz twice, and turns to other replicas. */
const NOTICE_MS = 2500;

/** Kept back of the time to end, so that whoever still waits is told that nobody will know what came of it; half of it at most. */
const TELL_MS = 300;

/** For adapters to close where the running requests have used up the time: a command is killed, a browser ends. */
const CLOSE_MS = 5000;

export interface Listener {
  readonly server: FastifyInstance;
  /** Answers whoever still waits. */
  readonly giveUp: () => void;
  /** Ends all its connections at once. */
  readonly cutOff: () => void;
}

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

  /** Whether work has ended in time; what never does must not keep the service from its end. */
  async outlasts(work: Promise<void>): Promise<boolean> {
    const stop = new AbortController();
    const limit = delay(Math.max(CLOSE_MS, this.leftMs()), false, { signal: stop.signal }).catch(() => false);
    try {
      return await Promise.race([work.then(() => true), limit]);
    } finally {
      stop.abort();
    }
  }

  /** Waits for what is to end by itself, as long as there is time. */
  async within(work: Promise<void>): Promise<void> {
    const stop = new AbortController();
    const limit = delay(this.leftMs(), undefined, { signal: stop.signal }).catch(() => undefined);
    try {
      await Promise.race([work, limit]);
    } finally {
      stop.abort();
    }
  }

  /** Requests are taken as ever for as long as gateways need to see that it has begun. */
  async giveNotice(): Promise<void> {
    await delay(Math.min(NOTICE_MS, this.leftMs() / 4));
  }

  /** Lets a listener's running requests end; what still runs when the time is over is told so, and loses its connection. */
  async closeListener({ server, giveUp, cutOff }: Listener): Promise<void> {
    const leftMs = this.leftMs();
    const timers = [setTimeout(giveUp, leftMs - Math.min(TELL_MS, leftMs / 2)), setTimeout(cutOff, leftMs)];
    try {
      await stopListening(server.server);
      await server.close();
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }
}
