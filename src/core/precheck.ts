import type { Call } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { Run } from './act.ts';
import type { Target } from './catalogue.ts';
import type { Core } from './core.ts';
import { type Checked, findMismatch, resourceStatus } from './find-mismatch.ts';
import { observeResource } from './observe-resource.ts';
import type { Stop } from './stop.ts';
import type { Way } from './way.ts';

/** Refuses with what is not as declared, or could not be looked at; undefined where the action may run. */
export async function precheck(core: Core, way: Way, { call, route, stop }: Run): Promise<Failure | undefined> {
  const startedMs = performance.now();
  const checked = await observeAll(core, call, route.target, stop);
  way.precheckMs = performance.now() - startedMs;
  way.checked = checked;
  way.resourceStatus = resourceStatus(checked);
  return findMismatch(checked);
}

/** Looks at all resources at once; each with `wait_ms` is awaited, the others looked at once. */
export function observeAll(core: Core, call: Call, preferred: Target, stop: Stop): Promise<readonly Checked[]> {
  return Promise.all(
    call.resources.map(async (resource) => ({
      resource,
      observed: await observeResource(core, call, resource, preferred, stop),
    })),
  );
}
