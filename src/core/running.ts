import type { AuditedWay } from './audit.ts';

/** How many requests are under way, and word of when none is. */
export class Running {
  /** Those whose adapter was called and has not answered yet. */
  readonly acting = new Set<AuditedWay>();
  #count = 0;
  #idle: (() => void)[] = [];

  enter(): void {
    this.#count += 1;
  }

  leave(): void {
    this.#count -= 1;
    if (this.#count > 0 || this.#idle.length === 0) return;
    for (const tell of this.#idle.splice(0)) tell();
  }

  whenIdle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }
}
