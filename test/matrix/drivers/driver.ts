import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../../../contracts/answer.ts';
import type { Progress } from '../../../contracts/progress.ts';
import type { V1Answer } from '../../../contracts/v1.ts';
import type { Good } from '../../http/sheets/bad-request.ts';
import type { Said } from '../scenario.ts';

/** What a caller was told over one transport. */
export interface Came {
  /** Undefined where the transport has another form, or none was given. */
  readonly answer?: Answer;
  /** The answer of the v1 door. */
  readonly v1?: V1Answer;
  readonly http?: number;
  /** Of the response that carried the answer. */
  readonly headers?: IncomingHttpHeaders;
  readonly progress?: readonly Progress[];
  /** The code with which a connection was closed instead of an answer. */
  readonly closed?: number;
}

/** A request on its way. */
export interface Underway {
  readonly came: Promise<Came>;
  /** Where the transport has a way to say so. */
  cancel?(): Promise<void>;
  /** Drops the connection. `came` may never settle then. */
  leave(): void;
}

/** One transport, as a client of it sees it. */
export interface Driver {
  readonly name: string;
  /** What the log calls the transport by which this came. */
  transport(came: Came | undefined): string;
  /** Whether a caller can say that it no longer wants an answer. */
  readonly cancels: boolean;
  /** Why this request can't be made over it; undefined where it can. */
  unsaid?(said: Said, good: Good): string | undefined;
  /** Sends on a connection of its own; `traceparent` names the trace, where a request can say so. */
  start(origin: string, said: Said, traceparent: string): Underway;
}
