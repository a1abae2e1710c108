import type { TSchema } from 'typebox';
import type { AdapterLog } from './adapter.ts';
import type { ClientCapabilities } from './capabilities.ts';
import type { JsonObject } from './json.ts';
import type { Resource } from './resource.ts';

/** What a guard is told of the request that it is asked about: everything about it was found in order, nothing was done. */
export interface GuardedRequest {
  readonly intentKey: string;
  readonly payload: JsonObject;
  readonly resources: readonly Resource[];
  readonly capabilities: ClientCapabilities;
  readonly context: { readonly id: string; readonly domain: string; readonly businessKey: string };
  readonly principal: { readonly id: string; readonly attributes: JsonObject };
  readonly target: string;
  readonly transport: string;
  /** W3C `traceparent` for calls further out. */
  readonly traceparent: string;
}

/** What a guard says. Messages reach the caller and the log: no secrets, and nothing of the payload. */
export type GuardVerdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'deny'; readonly message: string }
  /** `challenge` says what the caller must bring; the same request with it passes. */
  | { readonly verdict: 'challenge'; readonly message: string; readonly challenge: JsonObject };

/** A named check that a policy may demand. A throw, an answer of another form, or none in time denies the request. */
export interface Guard {
  /** Whether it may be asked where nothing is to be done (`explain`): it has no effects and counts nothing. */
  readonly hasNoEffects: boolean;
  /**
   * Payload properties that are for it. Where the schema of an intent does not name them, they pass it all the same, and the
   * adapter is not handed them.
   */
  readonly brings?: readonly string[];
  /** The signal aborts at the guard's time limit and at the end of the request. */
  check(request: GuardedRequest, signal: AbortSignal): GuardVerdict | Promise<GuardVerdict>;
  /** Releases everything. */
  close?(): void | Promise<void>;
}

/** What a guard is given at opening. */
export interface GuardHost {
  /** Its name in the configuration. */
  readonly guard: string;
  readonly log: AdapterLog;
  /** The folder that relative paths of the configuration start from. */
  readonly folder: string;
}

/** One kind of guard. A throw of `open` says why it can't be used, and refuses the start. */
export interface GuardKind<Options = never> {
  readonly kind: string;
  /** Schema of the guard's section in the config, `kind` and `timeout_ms` left out. */
  readonly options: TSchema;
  open(options: Options, host: GuardHost): Guard | Promise<Guard>;
}
