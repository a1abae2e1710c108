/** Of what a command complains about, the end tells most. */
const KEPT_BYTES = 65_536;

/** The end of a stream of any length. */
export class Tail {
  #kept: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const end = chunk.subarray(-KEPT_BYTES);
    this.#kept = Buffer.concat([this.#kept.subarray(this.#kept.length + end.length - KEPT_BYTES), end]);
  }

  text(): string {
    return this.#kept.toString('utf8');
  }
}
