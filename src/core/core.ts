import type { RequestStates } from './asking/request-states.ts';
import type { Audit } from './audit.ts';
import type { Authenticator } from './authenticator.ts';
import type { Offers } from './catalogue.ts';
import type { ContextIds } from './context-ids.ts';
import type { EventLoopGuard } from './gate/event-loop-guard.ts';
import type { InFlight } from './gate/in-flight.ts';
import type { Journal } from './journal.ts';
import type { McpOfferTable } from './mcp/mcp-offers.ts';
import type { MintContexts } from './mint-contexts.ts';
import type { ObservationCache } from './observation-cache.ts';
import type { Policy } from './policies/policy.ts';
import type { RandomIds } from './random-ids.ts';
import type { ReadRequest } from './read-request.ts';
import type { ReceiptSigner } from './receipts/receipt-signer.ts';
import type { RouteTable } from './route-table.ts';
import type { Running } from './running.ts';
import type { NonceKeeping } from './single-use/nonce-store.ts';
import type { ToolTable } from './tools/tool-table.ts';
import type { OpenTrace } from './trace.ts';
import type { UndeclaredRoute } from './undeclared-routes.ts';
import type { V1Door } from './v1/v1-door.ts';

export interface PrecheckPolicy {
  readonly objectiveMs: number;
  readonly limitMs: number;
  readonly limitMsByType: ReadonlyMap<string, number>;
}

export interface ProtectedResource {
  readonly issuer: string;
  /** Those that grant something. */
  readonly scopes: readonly string[];
  /** Of the endpoint, as clients know it; undefined: as they address it. */
  readonly url: string | undefined;
}

/** Everything that the way of a request needs, built at boot. */
export interface Core {
  /** Undefined: everyone is `ANONYMOUS`. */
  readonly authenticator: Authenticator | undefined;
  readonly readRequest: ReadRequest;
  readonly offers: Offers;
  readonly routes: RouteTable;
  /** What leads to targets that don't know yet what they offer. */
  readonly undeclared: readonly UndeclaredRoute[];
  /** What targets have come with late and is not served, in sentences. */
  readonly leftOut: readonly string[];
  /** What the route with the most time gives a request. */
  readonly longestRequestMs: number;
  readonly contexts: ContextIds;
  readonly mintContexts: MintContexts;
  /** Whose tokens are taken, for clients that look for their issuer; undefined where there is none. */
  readonly protectedResource: ProtectedResource | undefined;
  /** What clients of the Model Context Protocol are offered. */
  readonly tools: ToolTable;
  /** And what of the MCP servers behind targets, beside their tools. */
  readonly mcpOffers: McpOfferTable;
  /** Undefined: the door is closed. */
  readonly v1: V1Door | undefined;
  /** In the order in which they are judged. */
  readonly policies: readonly Policy[];
  readonly nonces: NonceKeeping;
  /** Of requests whose caller is asked for something. */
  readonly requestStates: RequestStates;
  readonly prechecks: PrecheckPolicy;
  readonly observations: ObservationCache;
  readonly journal: Journal;
  /** Undefined: acts are not written down beside the journal. */
  readonly audit: Audit | undefined;
  /** Undefined: outcomes carry no receipt. */
  readonly receipts: ReceiptSigner | undefined;
  readonly openTrace: OpenTrace;
  readonly ids: RandomIds;
  readonly running: Running;
  readonly inFlight: InFlight;
  readonly eventLoopGuard: EventLoopGuard;
}
