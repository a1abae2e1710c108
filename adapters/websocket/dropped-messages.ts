import type { AdapterLog } from '../../contracts/adapter.ts';

/** Why a message of the bridge was dropped. `unawaited`: it answers a request that was given up, answered, or never made. */
export type DropReason = 'not_json' | 'binary' | 'unmatched' | 'unawaited';

const LOG_EVERY_MS = 60_000;

/** Counts what is dropped, and says so at most once a minute: a bridge may send such messages without end. */
export class DroppedMessages {
  readonly #log: AdapterLog;
  #counts: Partial<Record<DropReason, number>> = {};
  #lastLoggedMs = Number.NEGATIVE_INFINITY;

  constructor(log: AdapterLog) {
    this.#log = log;
  }

  count(reason: DropReason): void {
    this.#counts[reason] = (this.#counts[reason] ?? 0) + 1;
    if (performance.now() - this.#lastLoggedMs >= LOG_EVERY_MS) this.tell();
  }

  /** Says what was dropped and not told yet. */
  tell(): void {
    if (Object.keys(this.#counts).length === 0) return;
    this.#log.warn({ dropped: { ...this.#counts } }, 'messages of the bridge were dropped');
    this.#counts = {};
    this.#lastLoggedMs = performance.now();
  }
}
