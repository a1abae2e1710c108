import type { Call } from '../../../contracts/adapter.ts';

/** Of one call. */
const MOST_NOTES = 4;

/** The calls of one connection that wait for an answer, and what happened meanwhile that explains how they end. */
export class WaitingCalls {
  readonly #notes = new Map<Call, string[]>();
  /** Whose calls were given up: the server may work on one of them still. Who the others are makes no difference from two on. */
  readonly #givenUpBy = new Set<string>();

  get size(): number {
    return this.#notes.size;
  }

  /** The call that is meant by what comes for none by name. A text: why that is not known. */
  alone(): Call | string {
    const [call, ...others] = this.#notes.keys();
    if (call === undefined) return 'no call waits for an answer';
    if (others.length > 0) return 'several calls wait for an answer, and it does not say which of them it asks for';
    for (const principal of this.#givenUpBy) {
      if (principal !== call.principal)
        return 'a call of another caller was given up before, and it may ask for that one';
    }
    return call;
  }

  add(call: Call): void {
    this.#notes.set(call, []);
  }

  /** With what was noted while it waited. */
  delete(call: Call, isAnswered: boolean): readonly string[] {
    const notes = this.#notes.get(call) ?? [];
    this.#notes.delete(call);
    if (!isAnswered && this.#givenUpBy.size < 2) this.#givenUpBy.add(call.principal);
    return notes;
  }

  note(what: string): void {
    for (const notes of this.#notes.values()) if (notes.length < MOST_NOTES) notes.push(what);
  }
}
