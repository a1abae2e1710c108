import { type Current, closeOpened } from './current.ts';

/**
 * What reloads replaced, for as long as requests run that arrived before. Closed in the order in which it was replaced:
 * what one reload kept may still be needed by requests from before it when the next one drops it.
 */
export class Outgoing {
  readonly #left = new Set<Current>();
  readonly #onFailed: (error: unknown) => void;
  #closing: Promise<void> = Promise.resolve();

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  /** Closes, once nothing runs on it, what `before` had open and `after` did not keep. Nobody waits for that. */
  replace(before: Current, after: Current): void {
    this.#left.add(before);
    this.#closing = this.#closing.then(() => this.#close(before, after)).catch(this.#onFailed);
  }

  /** What still has requests. */
  left(): Iterable<Current> {
    return this.#left;
  }

  /** As above; from here on it is the caller's to close. */
  takeLeft(): readonly Current[] {
    const left = [...this.#left];
    this.#left.clear();
    return left;
  }

  async #close(before: Current, after: Current): Promise<void> {
    await before.core.running.whenIdle();
    if (this.#left.delete(before)) await closeOpened(before, after);
  }
}
