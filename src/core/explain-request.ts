import { EXPLAINED_STEPS, type ExplainedStep, type Explanation } from '../../contracts/explanation.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import type { Arrival } from './arrival.ts';
import { translateFailure } from './build-outcome.ts';
import { CallScope } from './call-scope.ts';
import type { CompiledIntent } from './catalogue.ts';
import { checkCapabilities } from './check-capabilities.ts';
import { checkHealth } from './check-health.ts';
import { checkPayload, checkResources, findIntent } from './check-intent.ts';
import { checkLifecycle } from './check-lifecycle.ts';
import { checkLooks } from './check-looks.ts';
import type { VerifiedContext } from './context-ids.ts';
import type { Core } from './core.ts';
import { type Checked, findMismatch } from './find-mismatch.ts';
import { findRoute } from './find-route.ts';
import { checkPermissions } from './permissions.ts';
import { explainPolicies } from './policies/check-policies.ts';
import { observeAll } from './precheck.ts';
import { describeRule, type Route } from './route-table.ts';
import { nonceOf } from './single-use/read-nonce.ts';
import { explainNonce } from './single-use/single-use.ts';
import { Stop } from './stop.ts';
import { openWay, type Way } from './way.ts';

type Verdicts = Map<ExplainedStep['step'], Failure | undefined>;

/** Takes every step up to the precheck by the same functions as `routeRequest`, and goes on where that one stops. */
export async function explainRequest(core: Core, arrival: Arrival): Promise<Explanation> {
  core.running.enter();
  core.inFlight.enter(arrival.principal.id); // it looks at resources and asks guards as a request does
  try {
    return await judgeSteps(core, arrival);
  } finally {
    core.inFlight.leave(arrival.principal.id);
    core.running.leave();
  }
}

async function judgeSteps(core: Core, arrival: Arrival): Promise<Explanation> {
  const way = openWay(core, arrival, arrival);
  const verdicts: Verdicts = new Map();
  const request = core.readRequest(arrival);
  if (isFailure(request)) return explanation(core, way, verdicts.set('validate', request), []);
  way.request = request;
  way.nonce = nonceOf(request, arrival);
  way.intent = judge(verdicts, 'validate', findIntent(core, request));
  const owner = { businessKey: request.context.business_key, principal: way.principal.id };
  way.context = judge(verdicts, 'context', core.contexts.verify(request.context.id, owner));
  verdicts.set('lifecycle', checkLifecycle(request.context));
  if (way.intent === undefined) return explanation(core, way, verdicts, []);

  verdicts.set('payload', checkPayload(way.intent, request, arrival.bodyBytes));
  verdicts.set('resources', checkResources(core.offers, way.intent, request));
  verdicts.set('capabilities', checkCapabilities(way.intent, request));
  if (way.context === undefined) return explanation(core, way, verdicts, []);

  const { key } = way.intent.declaration;
  const { domain } = way.context;
  way.route = judge(verdicts, 'route', findRoute(core.routes, key, domain));
  if (way.route === undefined) return explanation(core, way, verdicts, []);
  const { permissions } = way.principal;
  const { target } = way.route;
  const denied =
    checkPermissions(permissions, key, domain, target.name) ??
    checkLooks(core.offers, permissions, request.resources, domain, target);
  verdicts.set('permissions', denied);
  // The state of a resource is not told to whoever may not act on it.
  if (denied !== undefined || verdicts.get('resources')?.kind === 'invalid_request') {
    return explanation(core, way, verdicts, []);
  }
  const stop = new Stop(arrival.caller, arrival.arrivedAtMs + way.route.timeoutMs);
  try {
    const { refused, guards } = await explainPolicies(core, way, stop);
    verdicts.set('policies', refused);
    if (refused !== undefined) return await explanation(core, way, verdicts, [], guards);
    verdicts.set('single_use', await explainNonce(core, way, way.intent, way.route));
    verdicts.set('gate', way.route.target.gate?.refusal());
    const checked = await observe(core, way, request, way.intent, way.context, way.route, stop);
    verdicts.set('precheck', findMismatch(checked));
    return await explanation(core, way, verdicts, checked, guards);
  } finally {
    stop.close();
  }
}

function judge<Passed>(verdicts: Verdicts, step: ExplainedStep['step'], verdict: Passed | Failure): Passed | undefined {
  verdicts.set(step, isFailure(verdict) ? verdict : undefined);
  return isFailure(verdict) ? undefined : verdict;
}

/** Looks once, whatever wait_ms says: explaining waits for nothing. */
function observe(
  core: Core,
  way: Way,
  request: WaybillRequest,
  intent: CompiledIntent,
  context: VerifiedContext,
  route: Route,
  stop: Stop,
): Promise<readonly Checked[]> {
  const once = { ...request, resources: request.resources.map((resource) => ({ ...resource, wait_ms: 0 })) };
  const call = new CallScope(way, intent, once, context, stop);
  return observeAll(core, call, route.target, stop);
}

async function explanation(
  core: Core,
  way: Way,
  verdicts: Verdicts,
  checked: readonly Checked[],
  guards: Explanation['guards'] = [],
): Promise<Explanation> {
  const steps = EXPLAINED_STEPS.map((step) => explainStep(step, verdicts));
  const health = way.route === undefined ? undefined : await checkHealth(way.route.target);
  const declaration = way.intent?.declaration;
  const would = steps.every((step) => step.verdict === 'pass') ? 'act' : 'refuse';
  core.journal.explained(way.trace.traceId, way.principal.id, declaration?.key, would);
  way.trace.end({ status: `explained_${would}`, failure: undefined, intent: declaration?.key ?? 'unknown' });
  return {
    would,
    steps,
    principal: way.principal.id,
    intent:
      declaration === undefined
        ? null
        : {
            key: declaration.key,
            title: declaration.title,
            effect: declaration.effect,
            actions: [...declaration.actions],
            requires: [...declaration.requires],
          },
    context: way.context === undefined ? null : explainContext(way.context),
    routes: explainRoutes(core, way),
    target:
      way.route === undefined || health === undefined
        ? null
        : {
            name: way.route.target.name,
            health: health.status,
            ...(health.detail !== undefined && { detail: health.detail }),
            ...way.route.target.gate?.facts(),
          },
    guards,
    resources: checked.map(explainResource),
    trace_id: way.trace.traceId,
  };
}

function explainStep(step: ExplainedStep['step'], verdicts: Verdicts): ExplainedStep {
  if (!verdicts.has(step)) return { step, verdict: 'not_reached' };
  const failure = verdicts.get(step);
  return failure === undefined
    ? { step, verdict: 'pass' }
    : { step, verdict: 'fail', error: translateFailure(failure) };
}

function explainContext({ id, domain, sequence, nextId }: VerifiedContext): Explanation['context'] {
  return { id, domain, sequence, ...(nextId !== undefined && { next_id: nextId }) };
}

function explainRoutes(core: Core, way: Way): Explanation['routes'] {
  const routes = way.intent === undefined ? [] : (core.routes.get(way.intent.declaration.key) ?? []);
  return routes.map((route) => ({
    rule: describeRule(route.rule),
    target: route.target.name,
    serves_domain: way.context !== undefined && route.servesDomain(way.context.domain),
    chosen: route === way.route,
    timeout_ms: route.timeoutMs,
  }));
}

function explainResource({ resource, observed }: Checked): Explanation['resources'][number] {
  return {
    type: resource.type,
    identifier: resource.identifier,
    expected_state: resource.state,
    ...(isFailure(observed)
      ? { error: translateFailure(observed) }
      : {
          actual_state: observed.state,
          ...(observed.reason !== undefined && { reason: observed.reason }),
          ...(observed.details !== undefined && { details: { ...observed.details } }),
        }),
  };
}
