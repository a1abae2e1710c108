import { describe, expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { openLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import { until } from '../http/until.ts';
import { testSettings } from '../open-test-service.ts';
import { scrape } from '../telemetry/scrape.ts';
import { openFakeUpstream } from './fake-upstream.ts';
import { openWire } from './open-wire.ts';

/** What a process of this size moves by itself; requests that were kept would hold more. */
const MOST_GROWTH_BYTES = 64 * 1024 * 1024;

/** A target that bears this many at once, each for a fixed time: a hundred a second, whatever the machine can. */
const CONCURRENCY = 10;
const ACT_MS = 100;
const EVERY_MS = 1000 / ((CONCURRENCY * 1000) / ACT_MS) / 3;
const REQUESTS = 900;

test('at three times what a target bears, high priority goes through, low is shed, and nothing is held afterwards', {
  timeout: 90_000,
}, async () => {
  const upstream = await openFakeUpstream(ACT_MS);
  const { service, act } = await openWire({
    busy: { upstream, timeoutMs: 30_000, gate: { concurrency: CONCURRENCY, queue: 50 } },
  });
  const priorityOf = (index: number) => (index % 6 === 0 ? 'high' : index % 6 < 3 ? 'normal' : 'low');
  const rssBefore = process.memoryUsage().rss;
  const startedMs = performance.now();
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, index) => {
      const priority = priorityOf(index);
      // Open loop: it is sent at its time, whatever became of the others.
      await new Promise((resolve) => setTimeout(resolve, startedMs + index * EVERY_MS - performance.now()));
      const { status, outcome } = await act('busy', 'wire.pay', { priority });
      return { priority, status, outcome };
    }),
  );
  const share = (priority: string): number => {
    const all = answers.filter((answer) => answer.priority === priority);
    return all.filter(({ outcome }) => outcome.status === 'fulfilled').length / all.length;
  };
  const growth = process.memoryUsage().rss - rssBefore;
  process.stdout.write(
    `Overload: fulfilled of high ${share('high')}, normal ${share('normal')}, low ${share('low')}; RSS ${(growth / 1_048_576).toFixed(1)} MiB more\n`,
  );
  expect(growth).toBeLessThan(MOST_GROWTH_BYTES);
  expect(share('high')).toBeGreaterThanOrEqual(0.95);
  expect(share('low')).toBeLessThan(0.5);
  for (const { status, outcome } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, outcome.error?.code, outcome.effect]).toEqual([503, 'overloaded', 'none']);
    expect(outcome.error?.retry_after_ms).toBeGreaterThan(0);
    expect(outcome.error?.retry_after_ms).toBeLessThan(10_000);
  }
  expect(upstream.mostAtOnce()).toBeLessThanOrEqual(CONCURRENCY);
  const samples = await scrape(service.origin);
  expect(samples.get('waybill_target_requests')?.map(({ value }) => value)).toEqual([0, 0]);
  const shed = samples.get('waybill_shed_total') ?? [];
  expect(shed.reduce((sum, { value }) => sum + value, 0)).toBe(answers.filter(({ status }) => status !== 200).length);
});

describe('a caller', () => {
  test('has so many requests under way and no more, whatever the transport, and may send again once one has ended', async () => {
    const { service, good, lab } = await openLab({ limits: { ...testSettings().limits, inFlightPerPrincipal: 3 } });
    const waiting = (ms: number) => ({ ...good.request('lab.read'), payload: { do: 'wait', ms } });
    const running = Array.from({ length: 3 }, () => send(service.origin, waiting(1500)));
    await until(() => lab.acts.length === 3);
    const refused = await send(service.origin, waiting(0));
    expect([refused.status, refused.outcome.error?.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe('1');
    const polled = await fetch(`${service.origin}/mcp/polling`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=5' },
      body: JSON.stringify(waiting(0)),
    });
    expect(await polled.json()).toMatchObject({ status: 429 });
    const explained = await exchange(service.origin, { path: '/mcp/v2/explain', body: waiting(0) });
    expect(explained.status).toBe(429);
    await Promise.all(running);
    expect((await send(service.origin, waiting(0))).outcome.status).toBe('fulfilled');
  });

  test('has its explanations counted among them: they look at resources as well', async () => {
    const { service, good, lab } = await openLab({ limits: { ...testSettings().limits, inFlightPerPrincipal: 1 } });
    const resources = [{ type: 'lever', identifier: 'slow', state: 'on', metadata: { took_ms: 900 } }];
    const body = { ...good.request('lab.pull'), resources };
    const explained = exchange(service.origin, { path: '/mcp/v2/explain', body });
    await until(() => lab.looks.length === 1);
    expect((await send(service.origin, good.request('lab.read'))).outcome.error?.code).toBe('rate_limited');
    expect((await explained).status).toBe(200);
    expect((await send(service.origin, good.request('lab.read'))).outcome.status).toBe('fulfilled');
  });
});
