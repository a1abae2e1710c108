import { closeSync, openSync, write } from 'node:fs';
import { countLines } from './count-lines.ts';

/** Lines are written in chunks, this often at least: a write a line would be a system call a request. */
const CHUNK_LENGTH = 65_536;
const FLUSH_MS = 200;
/** A disk that is full must not make the service grow: lines beyond this are lost. */
const MOST_HELD_LENGTH = 8 * 1024 * 1024;
/** Nor must one that hangs keep the service from ending. */
const CLOSE_LIMIT_MS = 5000;
/** The owner writes, its group reads: what ships logs. */
const MODE = 0o640;

export interface LineFileWatch {
  /** Called once for a row of failures. */
  failing(error: NodeJS.ErrnoException): void;
  /** The file that was open before goes on being written. */
  notReopened(error: NodeJS.ErrnoException): void;
  /** What was held meanwhile is written, or being written. */
  recovered(): void;
  /** One line could not be held. */
  lost(): void;
}

/** A file that lines are appended to. What can't be written is held and tried again; only what can't be held is lost. */
export class LineFile {
  readonly #path: string;
  readonly #watch: LineFileWatch;
  readonly #timer: NodeJS.Timeout;
  #fd: number;
  #gathered = '';
  /** The chunk that is being written, or could not be. */
  #chunk: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #isFailing = false;
  #isClosing = false;
  #isToReopen = false;
  #onIdle: (() => void) | undefined;

  /** Throws where the file can't be opened. */
  constructor(path: string, watch: LineFileWatch) {
    this.#path = path;
    this.#watch = watch;
    this.#fd = openSync(path, 'a', MODE);
    this.#timer = setInterval(() => this.#writeOn(), FLUSH_MS).unref();
  }

  /** One line, its newline included. */
  append(line: string): void {
    if (this.#isClosing || this.#gathered.length + this.#chunk.length + line.length > MOST_HELD_LENGTH) {
      this.#watch.lost();
      return;
    }
    this.#gathered += line;
    // While it fails, the timer alone tries again.
    if (this.#gathered.length >= CHUNK_LENGTH && !this.#isFailing) this.#writeOn();
  }

  /**
   * Opens its path anew, behind the chunk that is being written, so that no line is torn over two files; at once where that
   * one fails.
   */
  reopen(): void {
    this.#isToReopen = true;
    this.#writeOn();
  }

  /** Writes what is held, without another try where that fails; returns how many lines could not be written. */
  async close(): Promise<number> {
    clearInterval(this.#timer);
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, CLOSE_LIMIT_MS);
      this.#onIdle = () => {
        clearTimeout(late);
        resolve();
      };
      this.#writeOn();
    });
    this.#isClosing = true;
    if (!this.#isWriting) closeSync(this.#fd);
    return countLines(this.#chunk.toString()) + countLines(this.#gathered);
  }

  #writeOn(): void {
    if (this.#isWriting || this.#isClosing) return;
    if (this.#isToReopen && (this.#chunk.length === 0 || this.#isFailing)) this.#openAnew();
    if (this.#chunk.length === 0) {
      this.#chunk = Buffer.from(this.#gathered);
      this.#gathered = '';
    }
    if (this.#chunk.length === 0) {
      this.#onIdle?.();
      return;
    }
    this.#isWriting = true;
    write(this.#fd, this.#chunk, (error, bytes) => this.#wrote(error, bytes));
  }

  #wrote(error: NodeJS.ErrnoException | null, bytes: number): void {
    this.#isWriting = false;
    if (error !== null) {
      if (!this.#isFailing) this.#watch.failing(error);
      this.#isFailing = true;
      this.#onIdle?.();
      return;
    }
    if (this.#isFailing) this.#watch.recovered();
    this.#isFailing = false;
    this.#chunk = this.#chunk.subarray(bytes);
    if (this.#chunk.length > 0 || this.#gathered.length >= CHUNK_LENGTH || this.#onIdle !== undefined) this.#writeOn();
  }

  #openAnew(): void {
    this.#isToReopen = false;
    try {
      const fd = openSync(this.#path, 'a', MODE);
      closeSync(this.#fd);
      this.#fd = fd;
    } catch (error) {
      // `as`: what node:fs throws
      this.#watch.notReopened(error as NodeJS.ErrnoException);
    }
  }
}
