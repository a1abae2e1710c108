import type { PriorDiscovery } from '@modelcontextprotocol/client';

/** How long a server of the legacy era is taken for one. One that was replaced by a modern one answers `initialize` for ever. */
const LEGACY_MS = 3_600_000;

/**
 * That a server is of the legacy era, so that it need not be found out again for each connection. Of a modern one nothing is
 * remembered: to ask it again costs what any first request does, and shows that it is there.
 */
export class EraMemory {
  #legacyUntilMs = 0;

  /** Undefined: it is found out. */
  prior(): PriorDiscovery | undefined {
    return performance.now() < this.#legacyUntilMs ? { kind: 'legacy' } : undefined;
  }

  learn(era: 'modern' | 'legacy'): void {
    if (era === 'modern') this.forget();
    else if (this.prior() === undefined) this.#legacyUntilMs = performance.now() + LEGACY_MS;
  }

  forget(): void {
    this.#legacyUntilMs = 0;
  }
}
