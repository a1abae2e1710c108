/** A stream as a whole. Whoever fills it bounds it. */
export class Output {
  readonly #chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
