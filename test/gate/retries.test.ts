import { describe, expect, test } from 'vitest';
import { scrape } from '../telemetry/scrape.ts';
import { openFakeUpstream } from './fake-upstream.ts';
import { openWire } from './open-wire.ts';

/** A breaker that stays out of the way. */
const PATIENT = { min_requests: 10_000 };

async function openSick(gate = {}) {
  const upstream = await openFakeUpstream(1);
  const { service, act } = await openWire({
    sick: { upstream, timeoutMs: 10_000, gate: { breaker: PATIENT, ...gate } },
  });
  const attempts = (traceId: string) => service.log().find(({ trace_id }) => trace_id === traceId)?.attempts;
  return { upstream, service, attempts, act: (key: string) => act('sick', key) };
}

describe('an act that failed for a moment', () => {
  test.for([
    { key: 'wire.read', times: 3, effect: 'none' },
    { key: 'wire.put', times: 3, effect: 'unknown' },
    { key: 'wire.pay', times: 1, effect: 'unknown' },
  ])('and may have arrived is sent $times times where it is $key', async ({ key, times, effect }) => {
    const { upstream, act, attempts } = await openSick();
    await upstream.become('resets');
    const { outcome, trace_id } = await act(key);
    expect(outcome).toMatchObject({ effect, error: { code: 'adapter_failed' } });
    expect([...upstream.arrived.values()]).toEqual([times]);
    expect(attempts(trace_id)).toBe(times === 1 ? undefined : times);
  });

  test('and surely did not arrive is sent again, whatever it is, and succeeds once the upstream is back', async () => {
    const { upstream, act, attempts } = await openSick({ retry: { attempts: 10 } });
    await upstream.become('down');
    const acting = act('wire.pay');
    await new Promise((resolve) => setTimeout(resolve, 150));
    await upstream.become('well');
    const { outcome, trace_id } = await acting;
    expect(outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
    expect([...upstream.arrived.values()]).toEqual([1]);
    expect(attempts(trace_id)).toBeGreaterThan(1);
  });

  test('says nothing was done, and that it may be sent again, where the upstream stays away', async () => {
    const { upstream, act } = await openSick();
    await upstream.become('down');
    const { status, outcome } = await act('wire.pay');
    expect([status, outcome.status, outcome.effect]).toEqual([503, 'rejected', 'none']);
    expect(outcome.error).toMatchObject({ code: 'adapter_unavailable', recoverable: true });
  });

  test('is not sent again over what is an answer, if a wrong one', async () => {
    const { upstream, act } = await openSick();
    await upstream.become('garbage');
    expect((await act('wire.read')).outcome.error?.code).toBe('adapter_misbehaved');
    expect([...upstream.arrived.values()]).toEqual([1]);
  });

  test('is sent again within a budget only, so that a target that fails is not sent a multiple of its load', async () => {
    const { upstream, service, act } = await openSick({ retry: { budget_percent: 20 } });
    await upstream.become('resets');
    for (let sent = 0; sent < 30; sent += 1) await act('wire.read');
    const dispatched = [...upstream.arrived.values()].reduce((sum, times) => sum + times, 0);
    expect(dispatched - 30).toBeGreaterThanOrEqual(10);
    expect(dispatched - 30).toBeLessThanOrEqual(16); // ten saved, and a fifth of thirty
    const retries = (await scrape(service.origin)).get('waybill_retries_total');
    expect(retries).toEqual([{ labels: { target: 'sick' }, value: dispatched - 30 }]);
  });
});
