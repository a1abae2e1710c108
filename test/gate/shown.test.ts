import { expect, test } from 'vitest';
import type { Explanation } from '../../contracts/explanation.ts';
import type { Priority } from '../../contracts/request.ts';
import { showExplanation } from '../../src/cli/show-explanation.ts';
import { Caller } from '../../src/core/caller.ts';
import { EventLoopGuard } from '../../src/core/gate/event-loop-guard.ts';
import { ANONYMOUS } from '../../src/core/principal.ts';
import { routeRequest } from '../../src/core/route-request.ts';
import { watchEventLoopDelay } from '../../src/telemetry/event-loop-delay.ts';
import { openTestCore } from '../core/open-test-core.ts';
import { goodRequest } from '../http/good-request.ts';
import { until } from '../http/until.ts';
import { openFakeUpstream } from './fake-upstream.ts';
import { openWire } from './open-wire.ts';

test('a target that is left alone is shown by /readyz, by explain and in the log', async () => {
  const upstream = await openFakeUpstream(1);
  const breaker = { min_requests: 2, open_ms: 60_000 };
  const { service, act } = await openWire({ sick: { upstream, timeoutMs: 5000, gate: { breaker } } });
  await upstream.become('garbage');
  for (let sent = 0; sent < 2; sent += 1) await act('sick', 'wire.pay');
  const { status, outcome, headers } = await act('sick', 'wire.pay');
  expect([status, outcome.error?.code, outcome.effect]).toEqual([503, 'adapter_unavailable', 'none']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(30);
  const ready = await (await fetch(`${service.origin}/readyz`)).json();
  expect(ready).toMatchObject({ status: 'degraded', targets: { sick: { status: 'degraded' } } });
  const explained = await fetch(`${service.origin}/mcp/v2/explain`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...goodRequest(service.settings, 'wire.pay', { domain: 'sick' }),
      payload: { id: 'explained' },
    }),
  });
  // `as`: the service answers by this contract, and what matters of it is looked at below
  const explanation = (await explained.json()) as Explanation;
  expect(explanation).toMatchObject({ would: 'refuse', target: { breaker: 'open', running: 0, waiting: 0 } });
  expect(showExplanation(explanation)).toContainEqual(
    expect.stringMatching(/^target sick: .*, breaker open, 0 running, 0 waiting$/),
  );
  expect(explanation).toHaveProperty('steps');
  expect(JSON.stringify(explanation)).toContain('{"step":"gate","verdict":"fail"');
  expect(service.log().filter(({ msg }) => msg === 'target left alone: it failed too often')).toHaveLength(1);
  expect(upstream.arrived.size).toBe(2);
});

test('a target is left alone over those failures only that its adapter says are its own', async () => {
  const upstream = await openFakeUpstream(1);
  const gate = { breaker: { min_requests: 2 }, retry: { attempts: 1 } };
  const { act } = await openWire({ sick: { upstream, timeoutMs: 5000, gate, outages: ['adapter_unavailable'] } });
  await upstream.become('garbage');
  for (let sent = 0; sent < 6; sent += 1) await act('sick', 'wire.pay');
  expect(upstream.arrived.size).toBe(6);
  await upstream.become('down');
  for (let sent = 0; sent < 6; sent += 1) await act('sick', 'wire.pay');
  expect((await act('sick', 'wire.pay')).outcome.error?.message).toContain('left alone');
});

test('a caller that gives its requests no time does not have a target left alone', async () => {
  const upstream = await openFakeUpstream(200);
  const breaker = { min_requests: 2 };
  const { act } = await openWire({ well: { upstream, timeoutMs: 20_000, gate: { breaker } } });
  for (let sent = 0; sent < 6; sent += 1) {
    const { outcome } = await act('well', 'wire.pay', { timeout_ms: 30 });
    expect(outcome.error?.code).toBe('deadline_exceeded');
  }
  expect((await act('well', 'wire.pay')).outcome.status).toBe('fulfilled');
});

test.for([
  { delayMs: 99, shed: [] },
  { delayMs: 101, shed: ['low'] },
  { delayMs: 201, shed: ['low', 'normal'] },
  { delayMs: 401, shed: ['low', 'normal', 'high'] },
])('a process that is $delayMs ms late where 100 are allowed sheds $shed', ({ delayMs, shed }) => {
  const guard = new EventLoopGuard(100, () => delayMs);
  const refused = (['low', 'normal', 'high'] as const).filter(
    (priority) => guard.refusal(priority)?.kind === 'overloaded',
  );
  expect(refused).toEqual(shed);
});

test('a process that is late takes no request of low priority, counts it, and does nothing for it', async () => {
  const shed: unknown[] = [];
  const { core, settings } = await openTestCore({ shed: (...what) => shed.push(what) });
  const late = { ...core, eventLoopGuard: new EventLoopGuard(100, () => 150) };
  const ask = async (priority: Priority) => {
    const { intent, ...request } = goodRequest(settings, 'system.echo');
    const { answer } = await routeRequest(late, {
      transport: 'http',
      arrivedAtMs: performance.now(),
      traceparent: undefined,
      principal: ANONYMOUS,
      body: { ...request, intent: { ...intent, priority } },
      bodyBytes: 1000,
      capabilitiesHeader: undefined,
      idempotencyKey: undefined,
      caller: new Caller(),
    });
    return answer.outcome;
  };
  expect(await ask('low')).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'overloaded' } });
  expect(await ask('normal')).toMatchObject({ status: 'fulfilled' });
  expect(shed).toEqual([['system', 'low', 'event_loop']]);
});

test('an event loop that is kept busy is seen to be late, and well again once it is not', async () => {
  const watch = watchEventLoopDelay();
  try {
    await until(() => {
      const lastMs = performance.now() + 150;
      while (performance.now() < lastMs); // busy, as a long computation is
      return watch.delayMs() > 75;
    }, 20_000);
    await until(() => watch.delayMs() < 75, 20_000);
  } finally {
    watch.close();
  }
});
