import type { Acted } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import { act } from './act.ts';
import type { Answered } from './answered.ts';
import type { Arrival } from './arrival.ts';
import { broken } from './broken.ts';
import { CallScope } from './call-scope.ts';
import type { CompiledIntent } from './catalogue.ts';
import { checkCapabilities } from './check-capabilities.ts';
import { checkPayload, checkResources, findIntent } from './check-intent.ts';
import { checkLifecycle } from './check-lifecycle.ts';
import { conclude } from './conclude.ts';
import type { Core } from './core.ts';
import { dryRun } from './dry-run.ts';
import { findRoute } from './find-route.ts';
import { precheck } from './precheck.ts';
import type { Route } from './route-table.ts';
import { Stop } from './stop.ts';
import { openWay, type Way } from './way.ts';

/** The whole way of a request. Every transport calls this, and nothing else. */
export async function routeRequest(core: Core, arrival: Arrival): Promise<Answered> {
  const way = openWay(core, arrival, arrival);
  core.running.enter();
  try {
    return conclude(core, way, await walk(core, way, arrival));
  } catch (thrown) {
    return conclude(core, way, broken(core, way, thrown));
  } finally {
    core.running.leave();
  }
}

async function walk(core: Core, way: Way, arrival: Arrival): Promise<Acted | Failure> {
  // Validate: the envelope, the intent, its payload, its resources; then what the client can take part in.
  const request = core.readRequest(arrival);
  if (isFailure(request)) return request;
  way.request = request;
  const intent = findIntent(core.offers, request);
  if (isFailure(intent)) return intent;
  way.intent = intent;
  const unfit =
    checkPayload(intent, request, arrival.bodyBytes) ??
    checkResources(core.offers, intent, request) ??
    checkCapabilities(intent, request);
  if (unfit !== undefined) return unfit;

  // Context: the id is unchanged, in time, of this caller; the flow is running.
  const owner = { businessKey: request.context.business_key, principal: way.principal };
  const context = core.contexts.verify(request.context.id, owner);
  if (isFailure(context)) return context;
  way.context = context;
  const inactive = checkLifecycle(request.context);
  if (inactive !== undefined) return inactive;

  // Route: by the table compiled at boot. From here on the deadline is known.
  const route = findRoute(core.routes, intent.declaration.key, context.domain);
  if (isFailure(route)) return route;
  way.route = route;
  const deadlineAtMs = arrival.arrivedAtMs + Math.min(request.intent.timeout_ms ?? route.timeoutMs, route.timeoutMs);
  const stop = new Stop(arrival.caller, deadlineAtMs);
  try {
    return await perform(
      core,
      way,
      new CallScope(way, intent.declaration.key, request, context, stop),
      stop,
      intent,
      route,
    );
  } finally {
    stop.close();
  }
}

async function perform(
  core: Core,
  way: Way,
  call: CallScope,
  stop: Stop,
  intent: CompiledIntent,
  route: Route,
): Promise<Acted | Failure> {
  // Precheck: nothing runs on a resource that is not as declared.
  const mismatch = call.resources.length > 0 ? await precheck(core, way, call, route.target, stop) : undefined;
  if (mismatch !== undefined) return mismatch;
  const over = stop.over(call.intentKey);
  if (over !== undefined) return over;
  if (way.request?.intent.mode === 'dry_run') return dryRun(route);

  // Act, and verify what came of it.
  return act(core, way, route, intent, call, stop);
}
