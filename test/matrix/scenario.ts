import type { Progress } from '../../contracts/progress.ts';
import type { Sent } from '../http/exchange.ts';
import type { Good } from '../http/sheets/bad-request.ts';

/** A request without its transport: its body, and the headers that count for it on any. */
export type Said = Pick<Sent, 'body' | 'headers'>;

/** One request and what must come of it, over whatever transport it is sent. */
export interface Scenario {
  readonly name: string;
  readonly because: string;
  readonly say: (good: Good) => Said;
  /** What the caller does once the lab acts. Left out: it waits. */
  readonly meanwhile?: 'cancel' | 'leave';
  /** The transport itself refuses it: there is nothing in it that could be read as a request. */
  readonly isUnread?: true;
  readonly expects: Expectation;
}

export interface Expectation {
  /** The status over plain HTTP. */
  readonly http: number;
  /** Within the answer's outcome. */
  readonly outcome: Readonly<Record<string, unknown>>;
  /** Headers over plain HTTP, lower-case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** All of it, in order, where the transport tells progress. */
  readonly progress?: readonly Progress[];
}
