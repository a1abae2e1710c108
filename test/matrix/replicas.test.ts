import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Driver } from './drivers/driver.ts';
import { DRIVERS } from './drivers/drivers.ts';
import { HTTP } from './drivers/http.ts';
import { whyUnsaid } from './drivers/why-unsaid.ts';
import { expectedOver } from './exceptions.ts';
import type { Facts } from './facts.ts';
import { inParallel } from './in-parallel.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { TOO_LARGE } from './scenarios/refused.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { openReplicatedWorld, type ReplicatedWorld } from './world.ts';

/** How often each scenario is run over each transport; `.ci/run` asks for 50. */
const ROUNDS = Number(process.env.WAYBILL_MATRIX_ROUNDS ?? 2);
/** At a time: the slow scenarios do nothing but wait. */
const MOST_UNDERWAY = 64;
const WITHIN_MS = 900_000;

let world: ReplicatedWorld;
let plain: ReadonlyMap<Scenario, Facts>;

beforeAll(async () => {
  world = await openReplicatedWorld();
  const asked = new Map<Scenario, Facts>();
  const ask = async (scenario: Scenario) => void asked.set(scenario, await factsOver(HTTP, scenario));
  const awaited = scenarios(world.good).filter(({ meanwhile }) => meanwhile === undefined);
  await inParallel(
    awaited.map((scenario) => () => ask(scenario)),
    MOST_UNDERWAY,
  );
  plain = asked;
});
afterAll(() => world.close());

async function factsOver(driver: Driver, scenario: Scenario): Promise<Facts> {
  return (await runScenario(world, driver, scenario)).facts;
}

test('plain HTTP through nginx answers what each scenario expects', () => {
  for (const [{ name, expects }, { http, answer }] of plain) {
    expect({ name, http }).toEqual({ name, http: expects.http });
    // nginx finds a body too large by itself, and knows less to say of it
    const { outcome } = name === TOO_LARGE.name ? { outcome: { error: { code: 'payload_too_large' } } } : expects;
    expect({ name, answer }).toMatchObject({ name, answer: { outcome } });
  }
});

test.for(DRIVERS)(
  `${ROUNDS} times over $name, every scenario comes to the same`,
  { timeout: WITHIN_MS },
  async (driver) => {
    const sayable = [...plain].filter(([scenario]) => whyUnsaid(driver, scenario, world.good) === undefined);
    const failures: unknown[] = [];
    const tasks = Array.from({ length: ROUNDS }, () => sayable)
      .flat()
      .map(([scenario, facts]) => async () => {
        const expected = expectedOver(driver.name, scenario, scenario.say(world.good), facts);
        try {
          expect(await factsOver(driver, scenario)).toEqual(expected);
        } catch (thrown) {
          failures.push({ scenario: scenario.name, thrown });
        }
      });
    await inParallel(tasks, MOST_UNDERWAY);
    expect(failures).toEqual([]);
  },
);

test('every replica had its turn', () => {
  const [most = 0, ...others] = world.shares().toSorted((one, two) => two - one);
  expect(others.length).toBe(2);
  for (const share of others) expect(share).toBeGreaterThan(most / 2);
});
