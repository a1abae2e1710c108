import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/**
 * Writes the frames of one connection. What is said within one tick goes to the kernel in one write: a system call an
 * answer would cost more than most answers do. What waits for a client that reads slowly is bounded.
 */
export class FrameWriter {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #limitBytes: number;
  #isCorked = false;

  constructor(webSocket: WebSocket, socket: Duplex, limitBytes: number) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#limitBytes = limitBytes;
  }

  /** Whether more waits for the client than may. */
  isFull(): boolean {
    return this.#holdsMoreThan(this.#limitBytes);
  }

  /** Whether so much waits that what can be done without is better left out. */
  isFilling(): boolean {
    return this.#holdsMoreThan(this.#limitBytes / 2);
  }

  write(text: string): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      process.nextTick(this.#flush);
    }
    this.#webSocket.send(text);
  }

  #holdsMoreThan(bytes: number): boolean {
    if (this.#webSocket.bufferedAmount <= bytes) return false;
    // What this tick gathered may well fit into the kernel's buffer: that is no slow reader yet.
    this.#flush();
    return this.#webSocket.bufferedAmount > bytes;
  }

  readonly #flush = (): void => {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#socket.uncork();
  };
}
