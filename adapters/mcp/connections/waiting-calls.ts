import type { Call } from '../../../contracts/adapter.ts';

/** Of one call. */
const MOST_NOTES = 4;

/** The calls of one connection that wait for an answer, and what happened meanwhile that explains how they end. */
export class WaitingCalls implements Iterable<Call> {
  readonly #notes = new Map<Call, string[]>();

  get size(): number {
    return this.#notes.size;
  }

  [Symbol.iterator](): Iterator<Call> {
    return this.#notes.keys();
  }

  add(call: Call): void {
    this.#notes.set(call, []);
  }

  /** With what was noted while it waited. */
  delete(call: Call): readonly string[] {
    const notes = this.#notes.get(call) ?? [];
    this.#notes.delete(call);
    return notes;
  }

  note(what: string): void {
    for (const notes of this.#notes.values()) if (notes.length < MOST_NOTES) notes.push(what);
  }
}
