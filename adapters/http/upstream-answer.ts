/** A whole answer, as it arrived. Header names are in lower case. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** That no whole answer came, and why. */
export interface NoAnswer {
  readonly why: 'stopped' | 'unreachable' | 'broken' | 'unreadable' | 'too_large' | 'refused';
  /** Whether the request may have arrived. */
  readonly sent: boolean;
  /** A token such as ECONNREFUSED; for `refused`, the sentence of the guard. */
  readonly detail: string;
}

export function isReceived(end: Received | NoAnswer): end is Received {
  return 'status' in end;
}
