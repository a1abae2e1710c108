import type { Sealer } from '../contracts/adapter.ts';
import type { Settings } from './config/settings.ts';
import { RequestStates } from './core/asking/request-states.ts';
import type { Audit } from './core/audit.ts';
import type { Authenticator } from './core/authenticator.ts';
import { compileOffers, type Target } from './core/catalogue.ts';
import { openContextIds } from './core/context-ids.ts';
import type { Core } from './core/core.ts';
import type { EventLoopGuard } from './core/gate/event-loop-guard.ts';
import type { InFlight } from './core/gate/in-flight.ts';
import type { Journal } from './core/journal.ts';
import { compileMcpOffers } from './core/mcp/mcp-offers.ts';
import { OWN_PROMPTS } from './core/mcp/own-prompts.ts';
import { createContextMint } from './core/mint-contexts.ts';
import { createObservationCache } from './core/observation-cache.ts';
import { compilePolicies } from './core/policies/compile-policies.ts';
import type { NamedGuard } from './core/policies/policy.ts';
import type { RandomIds } from './core/random-ids.ts';
import { createRequestReader } from './core/read-request.ts';
import { openReceiptSigner } from './core/receipts/receipt-signer.ts';
import { compileRoutes, shadowedRoutes } from './core/route-table.ts';
import { Running } from './core/running.ts';
import type { CompileSchema } from './core/schema-validator.ts';
import type { NonceStore } from './core/single-use/nonce-store.ts';
import { compileTools } from './core/tools/tool-table.ts';
import type { OpenTrace } from './core/trace.ts';
import { compileUndeclared } from './core/undeclared-routes.ts';
import { compileV1Door } from './core/v1/v1-door.ts';
import { StartupError } from './startup-error.ts';

/** What lives as long as the process, whatever the settings. */
export interface CoreServices {
  readonly secrets: Settings['secrets'];
  readonly sealer: Sealer;
  readonly journal: Journal;
  readonly audit: Audit | undefined;
  readonly replica: string;
  readonly openTrace: OpenTrace;
  readonly ids: RandomIds;
  /** For the schemas of the contracts. */
  readonly compile: CompileSchema;
  /** For those of what is on offer. */
  readonly compileOffer: CompileSchema;
  /** Undefined: nonces are not taken. */
  readonly nonceStore: NonceStore | undefined;
  readonly inFlight: InFlight;
  readonly eventLoopGuard: EventLoopGuard;
}

/** What of the settings is open. */
export interface OpenParts {
  readonly targets: readonly Target[];
  readonly guards: readonly NamedGuard[];
  readonly authenticator: Authenticator | undefined;
}

/** Compiles everything that a request will need. Throws a StartupError where the parts of the settings contradict each other. */
export function buildCore(
  settings: Settings,
  { targets, guards, authenticator }: OpenParts,
  services: CoreServices,
): Core {
  const { compile } = services;
  const offers = compileOffers(targets, services.compileOffer, [
    ...new Set(guards.flatMap(({ guard }) => guard.brings ?? [])),
  ]);
  if ('problems' in offers) throw new StartupError(offers.problems);
  const routes = compileRoutes(settings.routes, offers);
  if ('problems' in routes) throw new StartupError(routes.problems);
  const policies = compilePolicies(settings.policies, guards);
  if ('problems' in policies) throw new StartupError(policies.problems);
  const contexts = openContextIds(services.secrets, settings.context);
  const tools = compileTools(settings.mcp, offers, routes, compile);
  if ('problems' in tools) throw new StartupError(tools.problems);
  const v1 = settings.v1 && compileV1Door(settings.v1, offers, routes, contexts, compile);
  if (v1 !== undefined && 'problems' in v1) throw new StartupError(v1.problems);
  const { ttlMs, answerBytes } = settings.nonce;
  const nonces = { store: services.nonceStore, ttlMs, answerBytes };
  return {
    authenticator,
    readRequest: createRequestReader(compile),
    offers,
    routes,
    undeclared: compileUndeclared(settings.routes, offers),
    leftOut: [...offers.leftOut, ...shadowedRoutes(settings.routes, offers), ...tools.leftOut],
    longestRequestMs: Math.max(...[...routes.values()].flat().map(({ timeoutMs }) => timeoutMs)),
    contexts,
    mintContexts: createContextMint(compile, contexts),
    protectedResource: describeResource(settings),
    tools,
    mcpOffers: compileMcpOffers(offers, OWN_PROMPTS),
    v1,
    policies,
    nonces,
    requestStates: new RequestStates(services.sealer, nonces, services.ids),
    prechecks: settings.precheck,
    observations: createObservationCache(),
    journal: services.journal,
    audit: services.audit,
    receipts: settings.receipts && openReceiptSigner(settings.receipts, services.replica),
    openTrace: services.openTrace,
    ids: services.ids,
    running: new Running(),
    inFlight: services.inFlight,
    eventLoopGuard: services.eventLoopGuard,
  };
}

function describeResource({ auth, mcp: { url } }: Settings): Core['protectedResource'] {
  return auth.mode === 'jwt' ? { issuer: auth.issuer, scopes: [...auth.scopes.keys()], url } : undefined;
}
