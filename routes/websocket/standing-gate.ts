import type { WebSocket } from 'ws';
import type { Failure } from '../../contracts/failure.ts';
import type { Principal } from '../../src/core/principal.ts';
import type { Standing } from '../standing.ts';

export interface Message {
  readonly bytes: Buffer;
  /** On the clock of `performance.now()`. */
  readonly arrivedAtMs: number;
  readonly isBinary: boolean;
}

/** Passes messages on with who calls, in the order in which they came, also while that is found out anew. */
export class StandingGate {
  readonly #webSocket: WebSocket;
  readonly #standing: Standing;
  readonly #pass: (message: Message, standing: Principal | Failure) => void;
  /** What came meanwhile: no more than the last read brought along, as nothing more is read. */
  #held: Message[] | undefined;

  constructor(webSocket: WebSocket, standing: Standing, pass: (message: Message, found: Principal | Failure) => void) {
    this.#webSocket = webSocket;
    this.#standing = standing;
    this.#pass = pass;
  }

  take(message: Message): void {
    if (this.#held !== undefined) {
      this.#held.push(message);
      return;
    }
    const standing = this.#standing.check();
    if (standing instanceof Promise) this.#hold(message, standing);
    else this.#pass(message, standing);
  }

  #hold(message: Message, standing: Promise<Principal | Failure>): void {
    this.#held = [];
    this.#webSocket.pause();
    void standing.then((found) => {
      const held = this.#held ?? [];
      this.#held = undefined;
      this.#webSocket.resume();
      this.#pass(message, found);
      for (const next of held) this.take(next);
    });
  }
}
