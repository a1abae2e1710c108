import type { Readable } from 'node:stream';
import type { AdapterLog } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { maskSecrets } from '../../contracts/secrets.ts';

const WINDOW_MS = 1000;
/** A module that writes in a loop must not fill the log, nor keep the service from its work. */
const MOST_LINES = 100;
const MOST_CHARACTERS = 8192;
/** What the log itself says of each line. */
const RESERVED = new Set(['level', 'time', 'msg', 'target']);

/** What a module has to say for the log of the service: bounded in size and number. */
export class LogLines {
  readonly #log: AdapterLog;
  #windowMs = 0;
  #count = 0;

  constructor(log: AdapterLog) {
    this.#log = log;
  }

  write(level: 'info' | 'warn', fields: JsonObject, message: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#windowMs > WINDOW_MS) {
      const left = this.#count - MOST_LINES;
      if (left > 0) this.#log.warn({ lines: left }, 'the module wrote more than is logged');
      this.#windowMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= MOST_LINES) this.#log[level](fields, bounded(message));
  }

  /** Fields come as JSON of the module's making. */
  writeJson(level: 'info' | 'warn', json: string, message: string): void {
    const own = Object.entries(readFields(json)).filter(([name]) => !RESERVED.has(name));
    this.write(level, Object.fromEntries(own), message);
  }

  /** What `console.log` of the module writes would stand between the lines of the service. */
  follow(stream: Readable, name: 'stdout' | 'stderr'): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(0, MOST_CHARACTERS);
      for (const line of lines) if (line !== '') this.write('info', { stream: name }, line);
    });
  }
}

function readFields(json: string): JsonObject {
  if (json.length > MOST_CHARACTERS) return { left_out: `fields of ${json.length} characters` };
  try {
    const fields: unknown = JSON.parse(json);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return { left_out: 'fields that are no JSON' };
  }
}

/** Text of a module, for the log. */
export function bounded(text: string): string {
  return maskSecrets(text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`);
}
