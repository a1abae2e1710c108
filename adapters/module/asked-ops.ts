import type { Breakage, ToWorker } from './protocol.ts';

/** What came of asking the module's adapter for something. */
export type Answer =
  | { readonly json: string }
  | { readonly broke: Breakage; readonly error: string }
  /** The worker ended before it answered, or nobody waits for it any longer. */
  | { readonly lost: string };

/** What the worker is told when a signal aborts. */
export interface Stopping {
  readonly signal: AbortSignal;
  readonly message: (op: number) => ToWorker;
}

interface Asked {
  readonly settle: (answer: Answer) => void;
  readonly onProgress: ((json: string) => void) | undefined;
}

/** What has not stopped so long after its signal is given up: it must not be waited for without an end. */
const GIVE_UP_MS = 30_000;

/** What one worker was asked for and has not answered yet. */
export class AskedOps {
  readonly #send: (message: ToWorker) => void;
  readonly #asked = new Map<number, Asked>();
  #last = 0;

  constructor(send: (message: ToWorker) => void) {
    this.#send = send;
  }

  ask(
    toMessage: (op: number) => ToWorker,
    stoppings: readonly Stopping[] = [],
    onProgress?: (json: string) => void,
  ): Promise<Answer> {
    this.#last += 1;
    const op = this.#last;
    return new Promise((resolve) => {
      const releases: (() => void)[] = [];
      const settle = (answer: Answer): void => {
        if (!this.#asked.delete(op)) return;
        for (const release of releases) release();
        resolve(answer);
      };
      this.#asked.set(op, { settle, onProgress });
      this.#send(toMessage(op));
      const giveUp = (): void => {
        this.#send({ type: 'forget', op });
        settle({ lost: `did not stop within ${GIVE_UP_MS} ms of its signal` });
      };
      for (const { signal, message } of stoppings) {
        releases.push(
          whenAborted(signal, () => {
            this.#send(message(op));
            const timer = setTimeout(giveUp, GIVE_UP_MS).unref();
            releases.push(() => clearTimeout(timer));
          }),
        );
      }
    });
  }

  settle(op: number, answer: Answer): void {
    this.#asked.get(op)?.settle(answer);
  }

  progress(op: number, json: string): void {
    this.#asked.get(op)?.onProgress?.(json);
  }

  loseAll(reason: string): void {
    for (const { settle } of [...this.#asked.values()]) settle({ lost: reason });
  }
}

/** Returns how to stop listening. */
function whenAborted(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
  return () => signal.removeEventListener('abort', act);
}
