import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Observation } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Resource } from '../../../contracts/resource.ts';
import type { Page } from '../page.ts';
import { probeElement } from './probe-element.ts';

const LOOK_EVERY_MS = 40;

/**
 * The precheck of one step: looks once or, with `wait_ms`, until the element is in the state. Undefined: it is. Fails
 * with `resource_state_mismatch` and with whatever a look fails with.
 */
export async function awaitState(page: Page, resource: Resource, call: Call): Promise<Failure | undefined> {
  const endMs = performance.now() + Math.min(resource.wait_ms ?? 0, call.remainingMs() * 0.9);
  for (;;) {
    const observation = await probeElement(page, resource);
    if (isFailure(observation)) return observation;
    if (observation.state === resource.state) return undefined;
    if (performance.now() + LOOK_EVERY_MS > endMs) return mismatch(resource, observation);
    await sleep(LOOK_EVERY_MS);
  }
}

function mismatch({ identifier, state }: Resource, { state: actual, reason, details }: Observation): Failure {
  const resource: JsonObject = {
    type: 'dom_element',
    identifier,
    expected_state: state,
    actual_state: actual,
    ...(reason === undefined ? {} : { reason }),
    ...details,
  };
  return failure('resource_state_mismatch', `Expected ${identifier} to be ${state}, found ${actual}.`, {
    hint: 'Use one of the candidates in details.resources, or give the page more time with wait_ms.',
    details: { resources: [resource] },
  });
}
