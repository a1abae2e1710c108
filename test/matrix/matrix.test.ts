import { afterAll, beforeAll, describe, type ExpectStatic, expect, test } from 'vitest';
import { until } from '../http/until.ts';
import { scrape } from '../telemetry/scrape.ts';
import { DRIVERS } from './drivers/drivers.ts';
import { HTTP } from './drivers/http.ts';
import { expectedOver } from './exceptions.ts';
import { type Facts, factsOf } from './facts.ts';
import { matrixGood } from './good.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { type Line, openWorld, type World } from './world.ts';

const GOOD = matrixGood();
const ALL = scenarios(GOOD);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const plain = new Map<Scenario, Promise<Facts>>();
/** What comes over plain HTTP: asked once for each scenario, and compared with every other transport. */
function plainFacts(scenario: Scenario): Promise<Facts> {
  const known =
    plain.get(scenario) ?? runScenario(world, HTTP, scenario).then(({ came, traceId }) => factsOf(came ?? {}, traceId));
  plain.set(scenario, known);
  return known;
}

describe.for(DRIVERS)('over $name', (driver) => {
  const sayable = ALL.filter((scenario) => driver.unsaid?.(scenario.say(GOOD), GOOD) === undefined);
  const isAwaited = ({ meanwhile }: Scenario) => meanwhile === undefined;

  describe.concurrent('what must come comes', () => {
    test.for(sayable.filter(isAwaited))('$name: $because', async (scenario, context) => {
      const { said, came, traceId } = await runScenario(world, driver, scenario);
      const facts = factsOf(came ?? {}, traceId);
      expectAsSaid(context.expect, scenario, facts);
      await expectWrittenDown(context.expect, driver.transport(came), scenario, came?.answer?.trace_id ?? traceId);
      context.expect(facts).toEqual(expectedOver(driver.name, scenario, said, await plainFacts(scenario)));
    });
  });

  describe.concurrent('a caller does not wait', () => {
    const hurried = sayable.filter(({ meanwhile }) => meanwhile === 'leave');
    test.for(hurried)('$name: $because', async (scenario, context) => {
      const { traceId } = await runScenario(world, driver, scenario);
      await expectWrittenDown(context.expect, driver.transport(undefined), scenario, traceId);
      context.expect(requestLines(traceId)).toMatchObject([{ caller_left: true }]);
    });
  });
});

function expectAsSaid(expect: ExpectStatic, { expects }: Scenario, facts: Facts): void {
  expect(facts.answer).toMatchObject({ outcome: expects.outcome });
}

const requestLines = (traceId: string): readonly Line[] => world.lines(traceId).filter(({ msg }) => msg === 'request');

/** One line a request, of the right transport, with the status that it has over HTTP and no secret in it. */
async function expectWrittenDown(expect: ExpectStatic, transport: string, { expects }: Scenario, traceId: string) {
  await until(() => requestLines(traceId).length > 0);
  const { http, outcome } = expects;
  const { status, effect } = outcome;
  expect(requestLines(traceId)).toMatchObject([{ transport, http, status, ...(effect !== undefined && { effect }) }]);
  const lines = world.lines(traceId).filter(({ err }) => err === undefined);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
}

test('every request is counted once', async () => {
  const counted = (await scrape(world.origin)).get('waybill_requests_total') ?? [];
  expect(counted.reduce((sum, { value }) => sum + value, 0)).toBe(world.requestCount());
});
