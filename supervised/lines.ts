import { StringDecoder } from 'node:string_decoder';

/** Characters of a line; what a longer one holds beyond is dropped. */
const MOST_CHARACTERS = 8192;

/** Cuts a stream into lines. */
export class Lines {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onLine: (line: string) => void;
  #begun = '';

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  add(chunk: Buffer): void {
    // Programs that draw a bar on a terminal return to the start of the line.
    const [first = '', ...more] = this.#decoder.write(chunk).split(/[\r\n]/);
    this.#extend(first);
    for (const part of more) {
      this.end();
      this.#extend(part);
    }
  }

  end(): void {
    if (this.#begun !== '') this.#onLine(this.#begun);
    this.#begun = '';
  }

  #extend(part: string): void {
    this.#begun += part.slice(0, MOST_CHARACTERS - this.#begun.length);
  }
}
