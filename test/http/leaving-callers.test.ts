import { type ClientRequest, request as openRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { TestService } from '../open-test-service.ts';
import { scrape } from '../telemetry/scrape.ts';
import { openLab } from './open-lab.ts';
import { until } from './until.ts';

/** Sends a request whose answer nobody waits for. */
function sendAndHold(origin: string, body: unknown): ClientRequest {
  const outgoing = openRequest(new URL('/mcp/v2', origin), {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json' },
  });
  outgoing.on('error', () => {}); // it is destroyed on purpose
  outgoing.end(JSON.stringify(body));
  return outgoing;
}

const requestLines = (service: TestService) => service.log().filter(({ msg }) => msg === 'request');

describe('a caller that goes away', () => {
  test('during a read has it told at once', async () => {
    const { service, good, lab } = await openLab();
    const outgoing = sendAndHold(service.origin, { ...good.request('lab.read'), payload: { do: 'wait', ms: 20_000 } });
    await until(() => lab.acts.length === 1);
    outgoing.destroy();
    await until(() => lab.acts[0]?.endedAfterMs !== undefined);
    await until(() => requestLines(service).length === 1);
    expect(lab.acts[0]?.abortedAfterMs).toBeLessThan(5000);
    expect(requestLines(service)).toMatchObject([
      { http: 499, status: 'rejected', effect: 'none', failure: 'cancelled', intent: 'lab.read', caller_left: true },
    ]);
  });

  test('during system.sleep has it woken at once', async () => {
    const { service, good } = await openLab();
    const outgoing = sendAndHold(service.origin, { ...good.request('system.sleep'), payload: { ms: 20_000 } });
    await until(() => outgoing.socket !== null && outgoing.socket.bytesWritten > 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    outgoing.destroy();
    await until(() => requestLines(service).length === 1);
    expect(requestLines(service)).toMatchObject([{ failure: 'cancelled', intent: 'system.sleep' }]);
    expect(requestLines(service)[0]?.duration_ms).toBeLessThan(10_000);
  });

  test('during an unsafe act lets it run to its end, once; log and metrics tell its outcome', async () => {
    const { service, good, lab } = await openLab();
    const outgoing = sendAndHold(service.origin, { ...good.request('lab.act'), payload: { do: 'wait', ms: 1500 } });
    await until(() => lab.acts.length === 1);
    outgoing.destroy();
    await until(() => requestLines(service).length === 1);
    expect(lab.acts).toMatchObject([{ key: 'lab.act', abortedAfterMs: undefined }]);
    expect(lab.acts[0]?.endedAfterMs).toBeGreaterThan(1490);
    expect(requestLines(service)).toMatchObject([
      { http: 200, status: 'fulfilled', effect: 'applied', intent: 'lab.act', caller_left: true },
    ]);
    const metrics = await scrape(service.origin);
    expect(metrics.get('waybill_requests_total')).toContainEqual({
      labels: { intent: 'lab.act', target: 'lab', status: 'fulfilled', effect: 'applied', failure: 'none' },
      value: 1,
    });
  });

  test('during an unsafe act does not lift its deadline', async () => {
    const { service, good, lab } = await openLab();
    const request = good.request('lab.act');
    const intent = { ...request.intent, timeout_ms: 1500 };
    const outgoing = sendAndHold(service.origin, { ...request, intent, payload: { do: 'wait', ms: 20_000 } });
    await until(() => lab.acts.length === 1);
    outgoing.destroy();
    await until(() => requestLines(service).length === 1);
    expect(requestLines(service)).toMatchObject([{ failure: 'deadline_exceeded', intent: 'lab.act' }]);
    expect(lab.acts[0]?.abortedAfterMs).toBeGreaterThan(100);
  });

  test.for(['lab.pull', 'lab.read'])('during the precheck of %s has nothing dispatched', async (key) => {
    const { service, good, lab } = await openLab();
    const resources = [{ type: 'lever', identifier: 'slow', state: 'on', metadata: { took_ms: 800 } }];
    const outgoing = sendAndHold(service.origin, { ...good.request(key), resources });
    await until(() => lab.looks.length === 1);
    outgoing.destroy();
    await until(() => requestLines(service).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(lab.acts).toEqual([]);
    expect(requestLines(service)).toMatchObject([{ http: 499, effect: 'none', failure: 'cancelled' }]);
  });

  test('while a resource is awaited ends the waiting', async () => {
    const { service, good, lab } = await openLab();
    const resources = [
      { type: 'lever', identifier: 'never', state: 'on', wait_ms: 20_000, metadata: { actual: 'off' } },
    ];
    const outgoing = sendAndHold(service.origin, { ...good.request('lab.pull'), resources });
    await until(() => lab.looks.length > 1);
    outgoing.destroy();
    await until(() => requestLines(service).length === 1);
    const { length } = lab.looks;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(lab.looks).toHaveLength(length);
    expect(lab.acts).toEqual([]);
  });
});

describe('an act that outlives its request', () => {
  test('is told to stop, given a grace, and noted when it ends at last', async () => {
    const { service, good, lab } = await openLab();
    const request = good.request('lab.act');
    const body = { ...request, intent: { ...request.intent, timeout_ms: 500 }, payload: { do: 'deaf', ms: 3000 } };
    sendAndHold(service.origin, body);
    await until(() => requestLines(service).length === 1);
    expect(requestLines(service)).toMatchObject([{ http: 504, status: 'partially_fulfilled', effect: 'unknown' }]);
    expect(lab.acts[0]?.endedAfterMs).toBeUndefined();
    const late = () => service.log().filter(({ msg }) => msg === 'act ended after its request was answered');
    await until(() => late().length === 1);
    expect(late()).toMatchObject([
      { intent: 'lab.act', effect: 'applied', trace_id: requestLines(service)[0]?.trace_id },
    ]);
    expect((await scrape(service.origin)).get('waybill_late_ends_total')).toEqual([
      { labels: { intent: 'lab.act', effect: 'applied' }, value: 1 },
    ]);
  });

  test('is believed when it finishes within the grace: what was done is done', async () => {
    const { service, good } = await openLab();
    const request = good.request('lab.act');
    const body = { ...request, intent: { ...request.intent, timeout_ms: 500 }, payload: { do: 'deaf', ms: 900 } };
    sendAndHold(service.origin, body);
    await until(() => requestLines(service).length === 1);
    expect(requestLines(service)).toMatchObject([{ http: 200, status: 'fulfilled', effect: 'applied' }]);
  });
});
