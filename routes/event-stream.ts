import { Readable } from 'node:stream';
import type { Progress } from '../contracts/progress.ts';

/** What may wait for a reader that is slower than the act it watches; progress beyond it is left out. */
const MOST_WAITING_BYTES = 262_144;
/** Gateways commonly close what was silent for 30 or 60 seconds. */
const KEEP_ALIVE_MS = 15_000;

/**
 * One answer as server-sent events: progress, then the outcome. Opened by the first thing to say while the outcome is
 * not there yet, so that an outcome that comes first still has its own HTTP status.
 */
export class EventStream {
  readonly #open: (body: Readable) => void;
  readonly #body = new Readable({ read: () => {} });
  readonly #keepAlive: NodeJS.Timeout;
  #isOpen = false;
  #isOver = false;

  /** `open` sends the head, and the body as it grows. */
  constructor(open: (body: Readable) => void) {
    this.#open = open;
    this.#keepAlive = setInterval(() => this.#beat(), KEEP_ALIVE_MS);
  }

  progress(progress: Progress): void {
    if (this.#isOver) return;
    this.#write(event('progress', JSON.stringify(progress)));
  }

  /** Sends the outcome and ends; false where the stream was never opened, and nothing was sent. */
  end(answer: string): boolean {
    if (this.#isOver) return this.#isOpen;
    this.#isOver = true;
    clearInterval(this.#keepAlive);
    if (!this.#isOpen || this.#body.destroyed) return this.#isOpen;
    this.#body.push(event('outcome', answer));
    this.#body.push(null);
    return true;
  }

  /** A reader for whom something waits is not left in silence. */
  #beat(): void {
    if (this.#body.readableLength === 0) this.#write(': keep-alive\n\n');
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#body.destroyed || this.#body.readableLength + bytes.length > MOST_WAITING_BYTES) return;
    this.#body.push(bytes);
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#open(this.#body);
  }
}

/** `data` is JSON, which holds no line break: one line is all of it. */
export function event(name: 'progress' | 'outcome', data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}
