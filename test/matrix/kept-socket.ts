import { WebSocket } from 'ws';
import type { Answer } from '../../contracts/answer.ts';

/** One WebSocket for many requests at a time, that counts what it is told. */
export class KeptSocket {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, (answer: Answer | undefined) => void>();
  /** Outcomes by id of the request. */
  readonly outcomes = new Map<string, number>();
  /** The code with which it was closed. */
  readonly closed: Promise<number>;

  constructor(origin: string) {
    this.#socket = new WebSocket(origin.replace('http', 'ws').concat('/mcp'), 'mcp-v2');
    this.#socket.on('message', (bytes) => this.#take(bytes.toString()));
    this.#socket.on('error', () => {}); // closing follows, and tells
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code) => {
        for (const resolve of this.#waiting.values()) resolve(undefined);
        resolve(code);
      });
    });
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('open', resolve);
      this.#socket.once('error', reject);
    });
  }

  /** The answer; undefined where the connection was closed without one. */
  ask(id: string, request: unknown, traceparent: string): Promise<Answer | undefined> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, traceparent, request }));
    });
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #take(frame: string): void {
    const { id, event, answer } = JSON.parse(frame);
    if (event !== 'outcome') return;
    this.outcomes.set(id, (this.outcomes.get(id) ?? 0) + 1);
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
