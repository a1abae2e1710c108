import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/**
 * Pings, and tells of a connection on which nothing came since the last ping: a half-open one looks like an idle one. Any byte
 * is a sign of life, as a pong may stand behind a large message.
 */
export class Heartbeat {
  readonly #socket: WebSocket;
  readonly #transport: Socket;
  readonly #onSilence: () => void;
  readonly #timer: NodeJS.Timeout;
  #bytesAtPing = -1;

  constructor(socket: WebSocket, transport: Socket, everyMs: number, onSilence: () => void) {
    this.#socket = socket;
    this.#transport = transport;
    this.#onSilence = onSilence;
    this.#timer = setInterval(() => this.#beat(), everyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    if (this.#wasHeard()) this.#ping();
    // A process that was late has still to read what came in meanwhile.
    else setImmediate(() => (this.#wasHeard() ? this.#ping() : this.#onSilence()));
  }

  #wasHeard(): boolean {
    return this.#transport.bytesRead > this.#bytesAtPing;
  }

  #ping(): void {
    this.#bytesAtPing = this.#transport.bytesRead;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }
}
