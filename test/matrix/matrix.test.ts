import { afterAll, beforeAll, describe, type ExpectStatic, expect, test } from 'vitest';
import { isRecord } from '../../src/core/is-record.ts';
import { until } from '../http/until.ts';
import { scrape } from '../telemetry/scrape.ts';
import { DRIVERS } from './drivers/drivers.ts';
import { HTTP } from './drivers/http.ts';
import { POLLING } from './drivers/polling.ts';
import { whyUnsaid } from './drivers/why-unsaid.ts';
import { expectedOver } from './exceptions.ts';
import type { Facts } from './facts.ts';
import { matrixGood } from './good.ts';
import { type Ran, requestLines, runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { openWorld, type World } from './world.ts';

const GOOD = matrixGood();
const ALL = scenarios(GOOD);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const plain = new Map<Scenario, Promise<Facts>>();
/** What comes over plain HTTP: asked once for each scenario, and compared with what comes over every other transport. */
function plainFacts(scenario: Scenario): Promise<Facts> {
  // Plain HTTP has no way to cancel.
  const driver = scenario.meanwhile === 'cancel' ? POLLING : HTTP;
  const known = plain.get(scenario) ?? runScenario(world, driver, scenario).then(({ facts }) => facts);
  plain.set(scenario, known);
  return known;
}

describe.for(DRIVERS)('over $name', (driver) => {
  const sayable = ALL.filter((scenario) => whyUnsaid(driver, scenario, GOOD) === undefined);

  describe.concurrent('what must come comes', () => {
    test.for(sayable)('$name: $because', async (scenario, context) => {
      const ran = await runScenario(world, driver, scenario);
      const plainly = await plainFacts(scenario);
      const expected = expectedOver(driver.name, scenario, ran.said, plainly);
      context.expect(ran.facts).toEqual(expected);
      // Where there is an exception, it is what is expected.
      if (expected.answer === plainly.answer) {
        context.expect(ran.facts.answer).toMatchObject({ outcome: scenario.expects.outcome });
      }
      await expectWrittenDown(context.expect, scenario, ran);
    });
  });
});

test('plain HTTP answers as every scenario says', async () => {
  for (const scenario of ALL.filter(({ meanwhile }) => meanwhile === undefined)) {
    const { name, expects } = scenario;
    const { http, retryAfter, resourceStatus, encoding } = await plainFacts(scenario);
    expect({ name, http }).toEqual({ name, http: expects.http });
    const headers = {
      'retry-after': retryAfter,
      'x-mcp-resource-status': resourceStatus,
      'content-encoding': encoding,
    };
    expect({ name, headers }).toMatchObject({ name, headers: expects.headers ?? {} });
  }
});

/** One line a request, of the right transport, with the status that it has over HTTP and no secret in it. */
async function expectWrittenDown(expect: ExpectStatic, scenario: Scenario, { facts, traceId, transport }: Ran) {
  if (facts.closed !== undefined) return; // no request came to be
  await until(() => requestLines(world, traceId).length > 0);
  expect(requestLines(world, traceId)).toMatchObject([{ transport }]);
  if (scenario.meanwhile !== 'leave') {
    const { http, outcome } = scenario.expects;
    const { error, status, ...more } = outcome;
    expect(requestLines(world, traceId)).toMatchObject([
      { http, status, ...('effect' in more && { effect: more.effect }) },
    ]);
    expect(requestLines(world, traceId)[0]?.failure).toBe(isRecord(error) ? error.code : undefined);
  }
  const lines = world.lines(traceId).filter(({ err }) => err === undefined);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
}

test.for(DRIVERS)('over $name nothing is left out but what its contract has no words for', (driver) => {
  const unsaid = ALL.filter((scenario) => whyUnsaid(driver, scenario, GOOD) !== undefined);
  if (driver.name === 'v1') expect(ALL.length - unsaid.length).toBeGreaterThan(30);
  else expect(unsaid.map(({ meanwhile }) => meanwhile)).toEqual(driver.cancels ? [] : unsaid.map(() => 'cancel'));
});

test.for(DRIVERS)('over $name a trace that cannot be read is replaced by one of the service', async (driver) => {
  const { answer, v1 } = await driver.start(world.origin, { body: GOOD.request() }, '00-nonsense-01').came;
  expect((answer ?? v1)?.trace_id).toMatch(/^[0-9a-f]{32}$/);
});

test('every request is counted once', async () => {
  const counted = (await scrape(world.origin)).get('waybill_requests_total') ?? [];
  expect(counted.reduce((sum, { value }) => sum + value, 0)).toBe(world.requestCount());
});
