import { randomBytes } from 'node:crypto';
import { until } from '../http/until.ts';
import type { Came, Driver } from './drivers/driver.ts';
import type { Said, Scenario } from './scenario.ts';
import type { World } from './world.ts';

export interface Ran {
  readonly said: Said;
  /** Undefined where the caller went away. */
  readonly came: Came | undefined;
  readonly traceId: string;
}

/** Generous: the machine may be busy with other tests. */
const ACT_WITHIN_MS = 15_000;

/** Sends a scenario's request over one transport, and does meanwhile what its caller does. */
export async function runScenario(world: World, driver: Driver, scenario: Scenario): Promise<Ran> {
  const traceId = randomBytes(16).toString('hex');
  const said = scenario.say(world.good);
  const underway = driver.start(world.origin, said, `00-${traceId}-${randomBytes(8).toString('hex')}-01`);
  if (scenario.meanwhile !== undefined) await until(() => world.hasActed(traceId), ACT_WITHIN_MS);
  if (scenario.meanwhile === 'leave') {
    underway.leave();
    underway.came.catch(() => undefined);
    return { said, came: undefined, traceId };
  }
  if (scenario.meanwhile === 'cancel') await underway.cancel?.();
  return { said, came: await underway.came, traceId };
}
