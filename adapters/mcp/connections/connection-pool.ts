import { type Failure, failure } from '../../../contracts/failure.ts';
import type { Connection } from './connection.ts';
import { ConnectionSlot } from './connection-slot.ts';
import type { ConnectionSettings } from './open-connection.ts';

export interface PoolSettings {
  readonly connection: ConnectionSettings;
  readonly mostConnections: number;
  readonly idleMs: number;
}

interface Kept {
  readonly slot: ConnectionSlot;
  lastUsedMs: number;
}

/** The connections of principals, each of its own: made when first used, closed when not used for a while. */
export class ConnectionPool {
  readonly #target: string;
  readonly #settings: PoolSettings;
  readonly #kept = new Map<string, Kept>();
  readonly #sweep: NodeJS.Timeout;
  #isClosed = false;

  constructor(target: string, settings: PoolSettings) {
    this.#target = target;
    this.#settings = settings;
    this.#sweep = setInterval(() => this.#closeIdle(), Math.max(500, settings.idleMs / 4)).unref();
  }

  connection(principal: string, signal: AbortSignal): Promise<Connection | Failure> {
    const kept = this.#kept.get(principal) ?? this.#make(principal);
    if (!('slot' in kept)) return Promise.resolve(kept);
    kept.lastUsedMs = performance.now();
    return kept.slot.connection(signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    const slots = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(slots.map(({ slot }) => slot.close()));
  }

  #make(principal: string): Kept | Failure {
    if (this.#isClosed || (this.#kept.size >= this.#settings.mostConnections && !this.#closeLongestIdle())) {
      return failure('overloaded', `All ${this.#settings.mostConnections} connections of ${this.#target} are in use`, {
        hint: 'Nothing was done. The target bears as many principals at once as max_connections says.',
        retryAfterMs: 1000,
      });
    }
    const slot = new ConnectionSlot(this.#target, this.#settings.connection, () => undefined);
    const kept = { slot, lastUsedMs: performance.now() };
    this.#kept.set(principal, kept);
    return kept;
  }

  #closeIdle(): void {
    const longAgoMs = performance.now() - this.#settings.idleMs;
    for (const [principal, { slot, lastUsedMs }] of this.#kept) {
      if (lastUsedMs < longAgoMs && !slot.isBusy) this.#close(principal, slot);
    }
  }

  /** Whose connection nobody uses makes room for who has none. False: all are in use. */
  #closeLongestIdle(): boolean {
    const idle = [...this.#kept].filter(([, { slot }]) => !slot.isBusy);
    const [longest] = idle.sort(([, left], [, right]) => left.lastUsedMs - right.lastUsedMs);
    if (longest === undefined) return false;
    const [principal, { slot }] = longest;
    this.#close(principal, slot);
    return true;
  }

  #close(principal: string, slot: ConnectionSlot): void {
    this.#kept.delete(principal);
    void slot.close();
  }
}
