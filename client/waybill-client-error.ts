import type { Answer } from '../contracts/answer.ts';

/**
 * - `unreachable`: no connection was made, so nothing was done.
 * - `interrupted`: the connection broke before the answer had come.
 * - `timed_out`: the time limit passed. `aborted`: the caller's own signal fired.
 * - `bad_answer`: what came back is no answer of Waybill's (a proxy's error page, say).
 * - `refused`: the service would not mint or explain; `answer` says why.
 */
export type WaybillClientErrorKind = 'unreachable' | 'interrupted' | 'timed_out' | 'aborted' | 'bad_answer' | 'refused';

export interface WaybillClientErrorParts {
  readonly kind: WaybillClientErrorKind;
  readonly message: string;
  readonly mayHaveActed: boolean;
  readonly httpStatus?: number;
  readonly answer?: Answer;
  readonly cause?: unknown;
}

/** No answer to show. An outcome that was rejected is no error: it is the answer. */
export class WaybillClientError extends Error {
  override readonly name = 'WaybillClientError';
  readonly kind: WaybillClientErrorKind;
  /** True: the action may have been done. Look before sending it again. */
  readonly mayHaveActed: boolean;
  readonly httpStatus: number | undefined;
  readonly answer: Answer | undefined;

  constructor(parts: WaybillClientErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.kind = parts.kind;
    this.mayHaveActed = parts.mayHaveActed;
    this.httpStatus = parts.httpStatus;
    this.answer = parts.answer;
  }
}
