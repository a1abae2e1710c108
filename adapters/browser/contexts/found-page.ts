/** The page that a request means. */
export interface FoundPage {
  readonly identifier: string;
  readonly targetId: string;
  /** Undefined: a page of the default context. */
  readonly browserContextId: string | undefined;
}
