import type { Acted, Adapter, AdapterKind } from '../contracts/adapter.ts';
import type { ClientCapabilities } from '../contracts/capabilities.ts';
import type { JsonObject, JsonValue } from '../contracts/json.ts';
import type { Progress } from '../contracts/progress.ts';
import type { Resource } from '../contracts/resource.ts';

/** Stands where a kind has nothing to show. The reason stands in the name of every case that goes with it. */
export interface LeftOut {
  readonly leftOut: string;
}

/** What a request would bring along. */
export interface WorkingCall {
  readonly payload: JsonObject;
  readonly resources?: readonly Resource[];
  /** Beside those of a test client that takes part in every declared action. */
  readonly capabilities?: Partial<ClientCapabilities>;
}

/** An open adapter, for whoever makes a call ready on it. */
export interface Use {
  readonly adapter: Adapter;
  /** Acts and gives the result; throws where the act failed. */
  act(intent: string, call: WorkingCall): Promise<JsonValue>;
}

/** A call, or how one is made ready: a page opened, a login done. */
export type CallSubject = WorkingCall | ((use: Use) => Promise<WorkingCall>);

export interface NamedCall {
  readonly intent: string;
  readonly call: CallSubject;
}

/** Goes on for a minute at least where nobody stops it. */
export interface LongCall extends NamedCall {
  /** Settles once the upstream has begun with it. Left out: a moment is waited. */
  begun?(): Promise<void>;
}

/** One intent whose results tell which call they belong to. */
export interface DistinctCalls {
  readonly intent: string;
  call(number: number): CallSubject;
  /** The number of the call that this result belongs to; undefined where it says none. */
  numberOf(result: JsonValue): number | undefined;
  /** The same for progress; left out: progress does not tell. */
  numberOfProgress?(progress: Progress): number | undefined;
}

export interface WorkingLook {
  readonly resource: Resource;
  /** What the request declares beside it: the page that an element is on. */
  readonly beside?: readonly Resource[];
}

/** A resource to look at, or how it is made ready. */
export type LookSubject = WorkingLook | ((use: Use) => Promise<WorkingLook>);

export interface ResourceSubject {
  /** One of every declared type at least. */
  readonly looks: readonly LookSubject[];
  /** A look that goes on for a minute where nobody stops it. */
  readonly slow: LookSubject | LeftOut;
}

/** The real thing that the adapter talks to, as the test holds it in its hands. */
export interface Upstream {
  /** Ends it, so that nothing answers at its address any more. */
  stop(): Promise<void>;
  /** Brings it back at the same address, ready to answer. */
  start(): Promise<void>;
}

/** What the contract suite has to know of an adapter kind in order to test it. */
export interface AdapterSubject<Options> {
  readonly kind: AdapterKind<Options>;
  /** As a configuration would hold them, without `kind` and without what the schema fills in. Asked for at each opening. */
  options(): Options;
  /** A working call by intent key. Left out of here: the example that the intent declares is one. */
  readonly calls: Readonly<Record<string, CallSubject | LeftOut>>;
  readonly longCall: LongCall | LeftOut;
  readonly distinct: DistinctCalls | LeftOut;
  readonly resources: ResourceSubject | LeftOut;
  /** What there is to change upstream, as JSON: the same before and after what only reads. */
  readonly world: (() => JsonValue | Promise<JsonValue>) | LeftOut;
  readonly upstream: Upstream | LeftOut;
  /** Calls that the upstream answers with what no adapter can make sense of. */
  readonly badAnswers: readonly NamedCall[] | LeftOut;
  /** A call that the upstream answers with more than 16 MiB, or without end. */
  readonly flood: NamedCall | LeftOut;
  /** Every text in the options that nobody may be told. */
  readonly secrets: readonly string[] | LeftOut;
  /** What `outbound.allow` of a configuration would hold. */
  readonly outboundAllow?: readonly string[];
  /** The folder that relative paths of the options start from. */
  readonly folder?: string;
  /**
   * How long what is owed at once may take on a busy machine, in milliseconds; 5000 where left out. Working calls have
   * four times as long.
   */
  readonly patienceMs?: number;
}

export function isLeftOut(piece: object): piece is LeftOut {
  return 'leftOut' in piece;
}

/** How a call ended: `acted`, or the `problem` that it threw or never ended. */
export interface Attempt {
  /** The call, once it was ready. */
  readonly working?: WorkingCall;
  readonly acted?: Acted;
  readonly problem?: string;
  readonly told: readonly Progress[];
}
