import { setTimeout as delay } from 'node:timers/promises';
import type { Call, Observation } from '../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import type { Target } from './catalogue.ts';
import type { Core } from './core.ts';
import { lookerOf } from './looker-of.ts';
import type { Stop } from './stop.ts';
import { stopped } from './stopped.ts';
import { withinRequest } from './within.ts';

/** How often a resource that is awaited is looked at: a person does not notice it, and a browser bears it. */
const POLL_MS = 50;

/** Looks once or, with `wait_ms`, until the resource is in its expected state. The routed target looks where it can. */
export async function observeResource(
  core: Core,
  call: Call,
  resource: Resource,
  preferred: Target,
  stop: Stop,
): Promise<Observation | Failure> {
  const waitUntilMs = performance.now() + (resource.wait_ms ?? 0);
  for (;;) {
    const observed = await look(core, call, resource, preferred, stop);
    if (isFailure(observed) || observed.state === resource.state) return observed;
    const leftMs = waitUntilMs - performance.now();
    if (leftMs <= 0) return observed;
    // The last look is at the very end: a client that waits 500 ms is not refused for what is there after 460.
    // It rejects for nothing but the abort.
    await delay(Math.min(POLL_MS, leftMs), undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.reason !== undefined)
      return stop.reason === 'deadline' ? observed : stopped(stop.reason, 'during the precheck');
  }
}

async function look(
  core: Core,
  call: Call,
  resource: Resource,
  preferred: Target,
  stop: Stop,
): Promise<Observation | Failure> {
  const type = core.offers.resourceTypes.get(resource.type);
  if (type === undefined) throw new Error(`No target looks at resources of type ${resource.type}`);
  const target = lookerOf(core.offers, resource.type, preferred) ?? preferred;
  const ttlMs = type.declaration.cacheable ? (call.capabilities.resource_cache_ttl ?? 0) : 0;
  if (ttlMs === 0) return lookAnew(core, call, resource, target, stop);

  const key = JSON.stringify([target.name, call.principal, resource.type, resource.identifier, resource.metadata]);
  const known = core.observations.get(key, ttlMs);
  // What would refuse the request, or keep it waiting, is looked at anew.
  if (known?.state === resource.state) return known;
  const observed = await lookAnew(core, call, resource, target, stop);
  if (!isFailure(observed)) core.observations.set(key, observed);
  return observed;
}

async function lookAnew(
  core: Core,
  call: Call,
  resource: Resource,
  target: Target,
  stop: Stop,
): Promise<Observation | Failure> {
  const limitMs = core.prechecks.limitMsByType.get(resource.type) ?? core.prechecks.limitMs;
  const startedMs = performance.now();
  // A look that outlives its limit is given up, never taken for "fine".
  const observed = await withinRequest(limitMs, stop, (signal) => target.adapter.probe(resource, call, signal));
  const tookMs = performance.now() - startedMs;
  core.journal.look(resource.type, tookMs, tookMs > core.prechecks.objectiveMs);
  if (observed === 'late') return tooLate(resource, limitMs);
  return observed === 'stopped' ? stopped(stop.reason ?? 'cancelled', 'during the precheck') : observed;
}

function tooLate(resource: Resource, limitMs: number): Failure {
  return failure(
    'precheck_timeout',
    `Looking at ${resource.type} ${resource.identifier} took longer than its limit of ${limitMs} ms`,
    {
      field: 'resources',
      hint: 'Nothing was done; the same request may be sent again. The limit is precheck.limit_ms of the configuration.',
      retryAfterMs: 1000,
    },
  );
}
