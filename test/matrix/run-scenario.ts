import { randomBytes } from 'node:crypto';
import { until } from '../http/until.ts';
import type { Driver } from './drivers/driver.ts';
import { type Facts, factsOf, factsWrittenDown } from './facts.ts';
import type { Said, Scenario } from './scenario.ts';
import type { Line, World } from './world.ts';

export interface Ran {
  readonly said: Said;
  readonly facts: Facts;
  /** Under which it was written down. */
  readonly traceId: string;
  /** As what. */
  readonly transport: string;
}

/** Generous: the machine may be busy with other tests. */
const WITHIN_MS = 15_000;

/** Sends a scenario's request over one transport, and does meanwhile what its caller does. */
export async function runScenario(world: World, driver: Driver, scenario: Scenario): Promise<Ran> {
  const traceId = randomBytes(16).toString('hex');
  const said = scenario.say(world.good);
  const underway = driver.start(world.origin, said, `00-${traceId}-${randomBytes(8).toString('hex')}-01`);
  if (scenario.meanwhile !== undefined) await until(() => world.hasActed(traceId), WITHIN_MS);
  if (scenario.meanwhile === 'leave') {
    underway.leave();
    underway.came.catch(() => undefined);
    const line = await requestLine(world, traceId);
    return { said, facts: factsWrittenDown(line), traceId, transport: driver.transport(undefined) };
  }
  if (scenario.meanwhile === 'cancel') await underway.cancel?.();
  const came = await underway.came;
  const writtenAs = came.answer?.trace_id ?? came.v1?.trace_id ?? traceId;
  return { said, facts: factsOf(came, traceId), traceId: writtenAs, transport: driver.transport(came) };
}

export const requestLines = (world: World, traceId: string): readonly Line[] =>
  world.lines(traceId).filter(({ msg }) => msg === 'request');

async function requestLine(world: World, traceId: string): Promise<Line> {
  await until(() => requestLines(world, traceId).length > 0, WITHIN_MS);
  return requestLines(world, traceId)[0] ?? {};
}
