import type { TSchema } from 'typebox';
import type { Asking } from './asking.ts';
import type { ClientCapabilities } from './capabilities.ts';
import type { Failure, FailureKind } from './failure.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { Outbound } from './outbound.ts';
import type { Effect, Verification } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { Resource } from './resource.ts';

/** What repeating an action does: nothing at all, nothing more, or more. */
export type EffectClass = 'read' | 'idempotent' | 'unsafe';

export interface IntentDeclaration {
  /** `type` or `type.sub_type`. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly effect: EffectClass;
  /** The client's `supported_actions` must hold each of these. */
  readonly actions: readonly string[];
  /** Resource types that a request must declare. */
  readonly requires: readonly string[];
  readonly payload: TSchema;
  readonly result: TSchema;
  /** A payload and resources that work, for the docs. */
  readonly example: { readonly payload: JsonObject; readonly resources: readonly Resource[] };
  /** Of an intent that stands for something of an MCP server behind the target. Its result is that server's, in MCP's shape. */
  readonly mcp?: McpIntent;
}

/** The method that an intent calls at an MCP server; of a tool, how that server describes it (a `Tool` of MCP). */
export type McpIntent =
  | { readonly method: 'tools/call'; readonly tool: JsonObject }
  | { readonly method: 'resources/read' | 'prompts/get' | 'completion/complete' };

/** What an MCP server behind a target offers beside its tools, in MCP's shapes, and the intents by which it is had. */
export interface McpOffers {
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  /** Intent keys: payload `{uri}`. */
  readonly readResource?: string | undefined;
  /** Payload `{name, arguments?}`. */
  readonly getPrompt?: string | undefined;
  /** Payload `{ref, argument, context?}`. */
  readonly complete?: string | undefined;
  /** What that server says to whoever uses it. */
  readonly instructions?: string | undefined;
}

export interface ResourceTypeDeclaration {
  readonly type: string;
  readonly description: string;
  /** The states that a request may expect; a request that names another is refused. */
  readonly states: readonly string[];
  /** What an identifier looks like. */
  readonly identifier: string;
  /** Whether an observation may be reused within the client's `resource_cache_ttl`. */
  readonly cacheable: boolean;
}

/** The actual state of one resource. */
export interface Observation {
  readonly state: string;
  /** Why it is so: one token of the adapter's own (`covered_by_other`), never text of a page or a client. */
  readonly reason?: string;
  /** What helps to correct the request: the element in the way, the nearest candidates; a `hint` says what to do. */
  readonly details?: JsonObject;
}

/** What an adapter knows of the request that it serves. One object a request: the same for its probes and its act. */
export interface Call {
  readonly intentKey: string;
  readonly payload: JsonObject;
  readonly resources: readonly Resource[];
  readonly capabilities: ClientCapabilities;
  readonly context: { readonly id: string; readonly domain: string; readonly businessKey: string };
  /** The authenticated caller's id. */
  readonly principal: string;
  /** W3C `traceparent` for calls further out. */
  readonly traceparent: string;
  /**
   * Aborts at the deadline, on cancel, and (reads only) when the caller is gone. Made when first asked for: what answers
   * at once pays nothing for it.
   */
  readonly signal: AbortSignal;
  /** Milliseconds left until the request's deadline; 0 once it has passed. */
  remainingMs(): number;
  progress(progress: Progress): void;
  /** Left out: the caller can't be asked for anything. */
  readonly asking?: Asking | undefined;
}

/** What came of an act. Without `failure` the contract was met; with it, `effect` says how far it had come. */
export interface Acted {
  readonly effect: Effect;
  readonly result?: JsonValue;
  /** Left out: `unverified`, no side effects. */
  readonly verification?: Verification;
  readonly failure?: Failure;
  /**
   * Whether the same act, repeated at once, may well succeed (a connection that was reset). The core then repeats it where
   * that is safe: the intent is `read` or `idempotent`, or `effect` is `none`. An `unsafe` act must therefore say `none` only
   * where it surely was not begun. Left out: true of `adapter_unavailable`, `overloaded` and `rate_limited`, whose
   * `retryAfterMs` is waited for.
   */
  readonly transient?: boolean;
}

export interface Health {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly detail?: string;
}

/**
 * Code for one kind of upstream, opened for one target. Expected failures are returned; a throw is a bug of the
 * adapter, and the core answers it with `internal`.
 */
export interface Adapter {
  readonly intents: readonly IntentDeclaration[];
  readonly resourceTypes: readonly ResourceTypeDeclaration[];
  /**
   * The failure kinds that say that the target as a whole does not work: where they are many, it is left alone for a while. A
   * kind that may be about one page or one tool only does not belong here. Left out: every kind that is the upstream's fault.
   */
  readonly outages?: readonly FailureKind[] | undefined;
  /** Of an adapter that stands before an MCP server. May change whenever `watchDeclarations` says that something has. */
  readonly mcp?: McpOffers | undefined;
  /**
   * Of an adapter that may learn what it offers late or anew, as one whose code is loaded again: has `changed` called whenever
   * `intents` or `resourceTypes` have become others. Left out: they stay as they are.
   */
  watchDeclarations?(changed: () => void): void;
  /** Why it is not known yet what it offers. Routes may lead there all the same; what they would take is answered with this. */
  undeclared?(): Failure | undefined;
  /** Looks at one resource once and changes nothing. The signal aborts at the look's limit. */
  probe(resource: Resource, call: Call, signal: AbortSignal): Observation | Failure | Promise<Observation | Failure>;
  /**
   * Acts. When `call.signal` aborts: stop at once and return `cancelled` with the effect as it is by then; the core
   * knows whether it was the deadline and says so.
   */
  execute(call: Call): Acted | Promise<Acted>;
  health(): Health | Promise<Health>;
  /** Releases everything; a second call does nothing. */
  close(): Promise<void>;
}

/** Authenticated encryption of state that the client holds, bound to a purpose. */
export interface Sealer {
  /** Seals `value` until `expiresAtMs` (epoch). The token is URL-safe text. */
  seal(purpose: string, value: JsonObject, expiresAtMs: number): Promise<string>;
  /** The sealed value, or undefined where the token is not ours, was changed, is of another purpose, or has expired. */
  unseal(purpose: string, token: string): Promise<JsonObject | undefined>;
}

/** One intent or resource type on offer, with the targets that offer it. */
export interface Catalogue {
  readonly intents: readonly (IntentDeclaration & { readonly targets: readonly string[] })[];
  readonly resourceTypes: readonly (ResourceTypeDeclaration & { readonly targets: readonly string[] })[];
}

export interface AdapterLog {
  info(fields: JsonObject, message: string): void;
  warn(fields: JsonObject, message: string): void;
}

/** What an adapter is given at opening. */
export interface AdapterHost {
  readonly target: string;
  readonly development: boolean;
  readonly log: AdapterLog;
  readonly sealer: Sealer;
  /** What connects to an address that is not the target's own configured one asks here. */
  readonly outbound: Outbound;
  /** Everything on offer; complete once all targets are open. */
  catalogue(): Catalogue;
  /** The service's own public origin (`http://127.0.0.1:8080`), once it listens. */
  ownOrigin(): string | undefined;
  /** The folder that relative paths of the configuration start from. */
  readonly folder: string;
}

/** What is wrong with the options of a target, beyond what their schema says. */
export interface OptionProblem {
  /** Where, from the options on. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
}

/** One adapter kind, as the composition root registers it. */
export interface AdapterKind<Options = never> {
  readonly kind: string;
  /** Schema of the target's section in the config, `kind` left out. */
  readonly options: TSchema;
  /**
   * Looks at what the schema can't say, such as an expression that can't be read, when a configuration is read. The options fit the
   * schema by then. Asks nothing outside.
   */
  check?(options: Options): readonly OptionProblem[];
  /** How many requests a target of this kind bears at once where its configuration says nothing. */
  readonly concurrency?: number;
  open(options: Options, host: AdapterHost): Promise<Adapter>;
}
