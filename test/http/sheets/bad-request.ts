import type { FailureKind } from '../../../contracts/failure.ts';
import type { Outcome } from '../../../contracts/outcome.ts';
import type { WaybillRequest } from '../../../contracts/request.ts';
import type { Settings } from '../../../src/config/settings.ts';
import type { Sent } from '../exchange.ts';
import type { IdWishes } from '../good-request.ts';

export interface Good {
  readonly settings: Settings;
  /** The port that the service listens on. */
  readonly port: string;
  /** A request that would be fulfilled. */
  request(key?: string, id?: IdWishes): WaybillRequest;
}

/** One way to get it wrong, and what the caller is told. */
export interface BadRequest {
  readonly name: string;
  readonly because: string;
  readonly settings?: Partial<Settings>;
  readonly send: (good: Good) => Sent;
  readonly http: number;
  readonly kind: FailureKind;
  readonly field?: string;
  /** A part of the message. */
  readonly says: string;
  /** A part of the hint. */
  readonly hints?: string;
  /** Expected within `details`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Expected headers, lower-case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `rejected` with effect `none` where left out. */
  readonly came?: Pick<Outcome, 'status' | 'effect'>;
  /** Whether the way of a request is entered, so that explain has to judge the same. False: refused by the transport. */
  readonly reachesCore?: false;
  /** Seen only by acting: explain, which doesn't, would let it pass. */
  readonly onlyByActing?: true;
}
