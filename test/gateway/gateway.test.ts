import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gateway } from '../../bench/replicas/start-gateway.ts';
import type { Replicas } from '../../bench/replicas/start-replicas.ts';
import { WaybillClient } from '../../client/waybill-client.ts';
import { exchange } from '../http/exchange.ts';
import { until } from '../http/until.ts';
import { startTestGateway } from './open-gateway.ts';
import { startTestReplicas } from './open-replicas.ts';

describe.for(['nginx', 'haproxy'] as const)('%s in front of three replicas', (kind) => {
  let replicas: Replicas;
  let gateway: Gateway;

  beforeAll(async () => {
    replicas = await startTestReplicas();
    gateway = await startTestGateway(kind, replicas.origins);
  });
  afterAll(async () => {
    await gateway.close();
    await replicas.close();
  });

  test('a flow goes on at whichever replica is next', async () => {
    const client = new WaybillClient({ baseUrl: gateway.origin });
    const flow = await client.startFlow({ domain: 'login-flow', businessKey: 'user_1' });
    for (let step = 0; step < 9; step += 1) {
      const { outcome } = await flow.send('system.echo', { payload: { step } });
      expect(outcome).toMatchObject({ status: 'fulfilled', result: { step } });
    }
    await until(() => replicas.all.every((replica) => replica.log().some((line) => line.intent === 'system.echo')));
  });

  test('a request that is too large is told so in an answer', async () => {
    const received = await exchange(gateway.origin, { body: { payload: 'x'.repeat(1_100_000) } });
    expect(received.status).toBe(413);
    const { outcome, trace_id } = JSON.parse(received.text);
    expect(outcome).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'payload_too_large' } });
    expect(received.headers['x-trace-id']).toBe(trace_id);
    expect(trace_id).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a v1 action that is too large is told so in the form of v1', async () => {
    const received = await exchange(gateway.origin, { path: '/mcp/v1', body: { args: 'x'.repeat(1_100_000) } });
    expect(received.status).toBe(413);
    const { trace_id, ...told } = JSON.parse(received.text);
    expect(told).toMatchObject({ success: false, data: null, error: { code: 'payload_too_large', effect: 'none' } });
    expect(received.headers['x-trace-id']).toBe(trace_id);
  });
});
