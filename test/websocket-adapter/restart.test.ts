import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import type { Outcome } from '../../contracts/outcome.ts';
import { until } from '../http/until.ts';
import { openTestService } from '../open-test-service.ts';
import { bridgeOptions } from './open-bridged.ts';
import { serveBridge } from './serve-bridge.ts';

const EVERY_MS = 20;
const ANSWERED_BEFORE = 50;
/** Acts that the bridge has done and not answered when it breaks off. */
const HELD = 5;
/** What is promised is 2 s; a busy machine is given more. */
const PATIENCE_MS = 15_000;

interface Sent {
  readonly number: number;
  readonly outcome: Outcome;
  readonly answeredAtMs: number;
}

test('a bridge that is restarted under 50 requests a second: told meanwhile, found again, nothing mixed up or done twice', {
  timeout: 90_000,
}, async () => {
  const done: number[] = [];
  let hasStopped = false;
  const bridge = await serveBridge(({ id, params, reply }) => {
    const number = Number(params.number);
    done.push(number);
    if (!hasStopped && done.length > ANSWERED_BEFORE) return;
    setTimeout(reply, Math.random() * 30, { id, result: { number, done: true } });
  });
  const { intents, resource_types: _, ...options } = bridgeOptions(bridge.url);
  const service = await openTestService({
    targets: [{ name: 'unity', kind: 'websocket', options: JSON.parse(JSON.stringify({ ...options, intents })) }],
  });
  const client = new WaybillClient({ baseUrl: service.origin });
  const { contextId } = await client.startFlow({ domain: 'unity-flow', businessKey: 'user_1' });
  const context = { id: contextId, business_key: 'user_1' };

  const sent: Promise<Sent>[] = [];
  const send = async (number: number): Promise<Sent> => {
    const { outcome } = await client.send({ intent: 'bridge.act', context, payload: { number } });
    return { number, outcome, answeredAtMs: performance.now() };
  };
  const load = setInterval(() => sent.push(send(sent.length)), EVERY_MS);
  try {
    await until(() => done.length >= ANSWERED_BEFORE + HELD, PATIENCE_MS);
    await bridge.stop();
    hasStopped = true;
    await delay(1000); // down for a while, under load
    await bridge.start();
    const backAtMs = performance.now();
    const doneBefore = done.length;
    await until(() => done.length > doneBefore, PATIENCE_MS);
    const foundAfterMs = performance.now() - backAtMs;
    await until(() => done.length >= doneBefore + 50, PATIENCE_MS);
    clearInterval(load);
    const all = await Promise.all(sent);
    const count = (status: Outcome['status']): number => all.filter(({ outcome }) => outcome.status === status).length;
    process.stdout.write(
      `bridge restarted under load: ${all.length} requests, ${count('fulfilled')} fulfilled, ${count('partially_fulfilled')} unknown, ${count('rejected')} refused; acted again ${Math.round(foundAfterMs)} ms after it was back\n`,
    );
    expect(foundAfterMs).toBeLessThan(PATIENCE_MS);
    expect(count('rejected')).toBeGreaterThan(0);
    expect(count('partially_fulfilled')).toBeGreaterThanOrEqual(HELD);
    expect(new Set(done).size).toBe(done.length);
    for (const { number, outcome } of all) {
      if (outcome.status === 'fulfilled') expect(outcome.result).toEqual({ number, done: true });
      else {
        expect(outcome.error?.code).toBe('adapter_unavailable');
        // What is said not to have happened did not.
        if (outcome.effect === 'none') expect(done).not.toContain(number);
        else expect(outcome.effect).toBe('unknown');
      }
    }
    const lastRefusedMs = Math.max(
      ...all.filter(({ outcome }) => outcome.status === 'rejected').map(({ answeredAtMs }) => answeredAtMs),
    );
    expect(lastRefusedMs - backAtMs).toBeLessThan(PATIENCE_MS);
  } finally {
    clearInterval(load);
  }
});
