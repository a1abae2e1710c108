/**
 * Why a command came to nothing: the connection is gone, its time was up, the caller no longer wants it, the browser
 * answered with an error, or the called function threw.
 */
export type CdpErrorReason = 'closed' | 'timeout' | 'aborted' | 'refused' | 'threw';

/** Thrown inside the browser adapter only; `translate-cdp-error.ts` makes a failure of it. */
export class CdpError extends Error {
  override readonly name = 'CdpError';
  readonly reason: CdpErrorReason;
  readonly method: string;
  /** The browser's own error code, where `reason` is `refused`. */
  readonly code: number | undefined;

  constructor(reason: CdpErrorReason, method: string, message: string, code?: number) {
    super(message);
    this.reason = reason;
    this.method = method;
    this.code = code;
  }
}
