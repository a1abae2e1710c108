/** What is wanted of a document. */
export interface ImportWishes {
  /** Tags and operations that are wanted; without either, everything is. */
  readonly tags: readonly string[];
  readonly operations: readonly string[];
  /** The name of the target; left out: made of the document's title. */
  readonly target?: string;
  /** Instead of what the document says. */
  readonly baseUrl?: string;
}
