import { shorten } from '../secrets/describe-url.ts';

/** A page can cause any number of effects; an answer lists the first ones and says that there were more. */
const MAX_EFFECTS = 50;

/** What was observed to happen beside an action, in order: `kind:detail`. */
export class SideEffects {
  readonly #list: string[] = [];
  #leftOut = 0;

  /** What happens twice in a row is listed once. */
  add(kind: string, detail: string): void {
    const entry = `${kind}:${shorten(detail.replace(/\s+/g, ' ').trim())}`;
    if (this.#list.at(-1) === entry) return;
    if (this.#list.length < MAX_EFFECTS) this.#list.push(entry);
    else this.#leftOut += 1;
  }

  list(): readonly string[] {
    return this.#leftOut === 0 ? this.#list : [...this.#list, `more:${this.#leftOut}`];
  }
}
