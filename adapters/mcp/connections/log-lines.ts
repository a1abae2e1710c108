import type { AdapterLog } from '../../../contracts/adapter.ts';
import { shortly } from './describe-error.ts';

const WINDOW_MS = 1000;
/** A server that complains in a loop must not fill the log. */
const MOST_LINES = 20;

/** What a local server writes to its error output, for the log of the service. */
export class LogLines {
  readonly #log: AdapterLog;
  #windowMs = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(log: AdapterLog) {
    this.#log = log;
  }

  write(line: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#windowMs > WINDOW_MS) {
      const left = this.#count - MOST_LINES;
      if (left > 0) this.#log.info({ lines: left }, 'the MCP server wrote more than is logged');
      this.#windowMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= MOST_LINES) this.#log.info({ stream: 'stderr' }, shortly(line));
  }
}
