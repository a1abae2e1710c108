import type { Call } from '../../../contracts/adapter.ts';
import type { Progress } from '../../../contracts/progress.ts';
import type { SentCall } from '../protocol.ts';

/** Of requests that nothing runs for at the moment, such as between the looks and the act. */
const MOST_IDLE = 1024;

export interface HeldCall {
  readonly call: Call;
  readonly controller: AbortController;
  readonly endsAtMs: number;
  running: number;
  /** Whom its progress is told to, once it acts. */
  actingAs: number | undefined;
}

/** The calls of the requests under way: one object a request, the same for its looks and its act. */
export class HeldCalls {
  readonly #held = new Map<number, HeldCall>();
  readonly #onProgress: (op: number, progress: Progress) => void;

  constructor(onProgress: (op: number, progress: Progress) => void) {
    this.#onProgress = onProgress;
  }

  /** Until `release`. */
  hold(sent: SentCall): HeldCall {
    const held = this.#held.get(sent.id) ?? this.#add(sent);
    held.running += 1;
    return held;
  }

  release(held: HeldCall): void {
    held.running -= 1;
  }

  abort(id: number): void {
    this.#held.get(id)?.controller.abort();
  }

  #add({ id, remainingMs, ...known }: SentCall): HeldCall {
    this.#sweep();
    const controller = new AbortController();
    const endsAtMs = performance.now() + remainingMs;
    const call: Call = {
      ...known,
      signal: controller.signal,
      remainingMs: () => Math.max(0, endsAtMs - performance.now()),
      progress: (progress) => {
        if (held.actingAs !== undefined) this.#onProgress(held.actingAs, progress);
      },
    };
    const held: HeldCall = { call, controller, endsAtMs, running: 0, actingAs: undefined };
    this.#held.set(id, held);
    return held;
  }

  /** Nothing is asked for a request that is past its deadline, and of those that wait the oldest have waited longest. */
  #sweep(): void {
    const nowMs = performance.now();
    for (const [id, { running, endsAtMs }] of this.#held) {
      if (running === 0 && (endsAtMs < nowMs || this.#held.size > MOST_IDLE)) this.#held.delete(id);
    }
  }
}
