import { isFailure } from '../../contracts/failure.ts';
import type { Run } from './act.ts';
import { actWithRetries } from './act-with-retries.ts';
import type { Answered } from './answered.ts';
import type { Arrival } from './arrival.ts';
import { broken } from './broken.ts';
import { CallScope } from './call-scope.ts';
import { checkCapabilities } from './check-capabilities.ts';
import { checkResources, findIntent, readPayload } from './check-intent.ts';
import { checkLifecycle } from './check-lifecycle.ts';
import { checkLooks } from './check-looks.ts';
import type { Core } from './core.ts';
import { dryRun } from './dry-run.ts';
import type { End } from './end.ts';
import { findRoute } from './find-route.ts';
import { finish } from './finish.ts';
import { checkLoad } from './gate/check-load.ts';
import { throughGate } from './gate/through-gate.ts';
import { checkPermissions } from './permissions.ts';
import { checkPolicies } from './policies/check-policies.ts';
import { precheck } from './precheck.ts';
import { nonceOf } from './single-use/read-nonce.ts';
import { actOnce, checkNonce, recall } from './single-use/single-use.ts';
import { Stop } from './stop.ts';
import { openWay, type Way } from './way.ts';

/**
 * The whole way of a request. Every transport calls this, and nothing else. What is done at once is answered at once:
 * promises where nothing is awaited cost a few microseconds a request.
 */
export function routeRequest(core: Core, arrival: Arrival): Answered | Promise<Answered> {
  const way = openWay(core, arrival, arrival);
  core.running.enter();
  try {
    const end = core.inFlight.refusal(way.principal.id) ?? walk(core, way, arrival);
    return end instanceof Promise ? finishLater(core, way, end) : finish(core, way, end);
  } catch (thrown) {
    return finish(core, way, broken(core, way, thrown));
  }
}

function walk(core: Core, way: Way, arrival: Arrival): End | Promise<End> {
  // Validate: the envelope, the intent, its payload, its resources; then what the client can take part in.
  const given = core.readRequest(arrival);
  if (isFailure(given)) return given;
  way.request = given;
  way.nonce = nonceOf(given, arrival);
  const intent = findIntent(core, given);
  if (isFailure(intent)) return intent;
  way.intent = intent;
  const { key } = intent.declaration;
  const request = readPayload(way, intent, given, arrival);
  if (isFailure(request)) return request;
  way.request = request;
  const unfit = checkResources(core.offers, intent, request) ?? checkCapabilities(intent, request);
  if (unfit !== undefined) return unfit;

  // Context: the id is unchanged, in time, of this caller; the flow is running.
  const { principal } = arrival;
  const owner = { businessKey: request.context.business_key, principal: principal.id };
  const context = core.contexts.verify(request.context.id, owner);
  if (isFailure(context)) return context;
  way.context = context;
  const inactive = checkLifecycle(request.context);
  if (inactive !== undefined) return inactive;

  // Route: by the table compiled at boot. From here on the deadline is known.
  const route = findRoute(core.routes, key, context.domain);
  if (isFailure(route)) return route;
  way.route = route;
  const deadlineAtMs = arrival.arrivedAtMs + Math.min(request.intent.timeout_ms ?? route.timeoutMs, route.timeoutMs);
  way.stop = new Stop(arrival.caller, deadlineAtMs);
  const call = new CallScope(way, intent, request, context, way.stop);
  const { priority = 'normal', mode } = request.intent;
  const run: Run = { intent, route, call, stop: way.stop, priority, isDry: mode === 'dry_run' };

  // Admit: who calls may do this, here; the process can take it; no policy refuses it, and the guards that one demands let it pass.
  const refused =
    checkPermissions(principal.permissions, key, context.domain, route.target.name) ??
    checkLooks(core.offers, principal.permissions, request.resources, context.domain, route.target) ??
    way.unsaid ??
    checkLoad(core, run) ??
    checkNonce(core, way, route) ??
    checkPolicies(core, way, way.stop);
  if (!(refused instanceof Promise)) return refused ?? admit(core, way, run);
  return refused.then((why) => why ?? admit(core, way, run));
}

/** What was done under the same nonce before is told, and not done again. */
function admit(core: Core, way: Way, run: Run): End | Promise<End> {
  if (way.nonce === undefined || run.isDry) return atTarget(core, way, run);
  const before = recall(core, way, run.intent);
  if (before instanceof Promise) return before.then((told) => told ?? atTarget(core, way, run));
  return before ?? atTarget(core, way, run);
}

/** Through the target's gate: there is room for the request, and the target is not left alone. */
function atTarget(core: Core, way: Way, run: Run): End | Promise<End> {
  return throughGate(core, way, run, () => carryOut(core, way, run));
}

/** Precheck: nothing runs on a resource that is not as declared. Then act, and verify what came of it. */
function carryOut(core: Core, way: Way, run: Run): End | Promise<End> {
  if (run.call.resources.length === 0) return perform(core, way, run);
  return precheck(core, way, run).then((mismatch) => mismatch ?? perform(core, way, run));
}

function perform(core: Core, way: Way, run: Run): End | Promise<End> {
  const over = run.stop.over(run.call.intentKey);
  if (over !== undefined) return over;
  if (run.isDry) return dryRun(run.route);
  return way.claim === undefined ? actWithRetries(core, way, run) : actOnce(core, way, run, way.claim);
}

/** Only what is not answered at once is under way beside others. */
async function finishLater(core: Core, way: Way, end: Promise<End>): Promise<Answered> {
  const { principal } = way;
  core.inFlight.enter(principal.id);
  try {
    return await finish(core, way, await end.catch((thrown) => broken(core, way, thrown)));
  } finally {
    core.inFlight.leave(principal.id);
  }
}
