import { describe, expect, test } from 'vitest';

import { WaybillClient } from '../../client/waybill-client.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { openTestService } from '../open-test-service.ts';
import { type Answer, openBackEnd, sendJson } from './open-back-end.ts';

const ORDERS: JsonObject = {
  intents: {
    'order.place': { path: '/orders', body: { item: 'x' }, requires: ['stock'] },
    'order.drop': { method: 'DELETE', path: '/orders/7' },
    'order.read': { path: '/orders/7' },
    'order.wrap': { path: '/wraps', body: {}, requires: ['paper'] },
  },
  resource_types: {
    stock: { states: ['there', 'gone'], path: '/stock/{{ resource.identifier }}', state: 'response.body.state' },
  },
};

/** A service whose target `shop` is a back end that answers so. */
async function openShop(answer: Answer) {
  const backEnd = await openBackEnd((request, response, raw) => {
    if (request.url.startsWith('/stock/'))
      sendJson(response, { state: request.url.endsWith('/tea') ? 'gone' : 'there' });
    else answer(request, response, raw);
  });
  const options = { base_url: backEnd.origin, ...ORDERS };
  const service = await openTestService({ targets: [{ name: 'shop', kind: 'http', options }] });
  const client = new WaybillClient({
    baseUrl: service.origin,
    headers: { cookie: 'of-the-caller=1', authorization: 'Bearer of-the-caller' },
  });
  const flow = await client.startFlow({ domain: 'shop-flow', businessKey: 'user_1' });
  return {
    backEnd,
    service,
    client,
    flow,
    orders: () => backEnd.received.filter(({ url }) => !url.startsWith('/stock/')),
  };
}

const stock = (identifier: string) => [{ type: 'stock', identifier, state: 'there' }];

describe('a target of kind http in a service', () => {
  test('acts, and is told nothing of the caller but the trace', async () => {
    const { backEnd, flow } = await openShop((_request, response) => sendJson(response, { id: 7 }));
    const answer = await flow.send('order.place', { resources: stock('coffee') });
    expect(answer.outcome).toMatchObject({ status: 'fulfilled', effect: 'applied', result: { id: 7 } });
    expect(backEnd.received).toHaveLength(2);
    for (const { headers } of backEnd.received) {
      expect(headers.traceparent).toContain(answer.trace_id);
      expect(JSON.stringify(headers)).not.toContain('of-the-caller');
    }
  });

  test('says so where no target offers a type of resource that an intent requires', async () => {
    const { flow, orders } = await openShop((_request, response) => sendJson(response, {}));
    const { outcome } = await flow.send('order.wrap', {});
    expect(outcome.error).toMatchObject({
      code: 'resource_missing',
      hint: expect.stringContaining('No target that is open offers resources of type paper'),
    });
    expect(orders()).toEqual([]);
  });

  test('refuses what is not as declared before anything is sent', async () => {
    const { flow, orders } = await openShop((_request, response) => sendJson(response, {}));
    const { outcome } = await flow.send('order.place', { resources: stock('tea') });
    expect(outcome).toMatchObject({
      status: 'rejected',
      error: {
        code: 'resource_state_mismatch',
        details: { resources: [{ expected_state: 'there', actual_state: 'gone' }] },
      },
    });
    expect(orders()).toHaveLength(0);
  });

  test('does not repeat an act that may have been done, and says so', async () => {
    const { flow, orders } = await openShop((_request, response) => response.socket?.resetAndDestroy());
    const { outcome } = await flow.send('order.place', { resources: stock('coffee') });
    expect(outcome).toMatchObject({
      status: 'partially_fulfilled',
      effect: 'unknown',
      error: { code: 'adapter_unavailable', recoverable: false },
    });
    expect(orders()).toHaveLength(1);
  });

  test.for(['order.drop', 'order.read'])(
    'repeats %s, which does no harm, after a moment of failure',
    async (intent) => {
      let failed = 0;
      const { flow, orders } = await openShop((_request, response) => {
        failed += 1;
        if (failed <= 2) response.socket?.resetAndDestroy();
        else sendJson(response, { id: 7 });
      });
      const { outcome } = await flow.send(intent);
      expect(outcome).toMatchObject({ status: 'fulfilled', result: { id: 7 } });
      expect(orders()).toHaveLength(3);
    },
  );

  test('repeats an act that was sent away with a time to come again', async () => {
    let asked = 0;
    const { flow, orders } = await openShop((_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503, { 'retry-after': '1' }).end();
      else sendJson(response, { id: 7 });
    });
    const { outcome } = await flow.send('order.place', { resources: stock('coffee') });
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect(orders()).toHaveLength(2);
  });

  test('ends at the deadline, whatever the upstream does', async () => {
    const { flow } = await openShop((_request, response) => response.writeHead(200).write('{'));
    const { outcome } = await flow.send('order.place', { resources: stock('coffee'), timeoutMs: 3000 });
    expect(outcome).toMatchObject({
      status: 'partially_fulfilled',
      effect: 'unknown',
      error: { code: 'deadline_exceeded' },
    });
  });
});
