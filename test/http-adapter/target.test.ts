import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openBackEnd, sendJson } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

const PAYLOAD = { type: 'object', additionalProperties: true };

test('200 calls at once each get their own answer, on connections that are kept', async () => {
  const backEnd = await openBackEnd(({ url, body }, response) => {
    // The later ones are answered first, so that an answer is not right by its place.
    setTimeout(() => sendJson(response, { url, body: JSON.parse(body) }), 50 - (Number(url.split('/').pop()) % 50));
  });
  const target = await openHttpTarget({
    base_url: backEnd.origin,
    intents: { 'thing.make': { path: '/{{ payload.n }}', body: { n: '{{ payload.n }}' }, payload: PAYLOAD } },
  });
  for (let round = 0; round < 2; round += 1) {
    const acted = await Promise.all(Array.from({ length: 200 }, (_, n) => target.act('thing.make', { n })));
    expect(acted.map(({ result }) => result)).toEqual(
      Array.from({ length: 200 }, (_, n) => ({ url: `/${n}`, body: { n } })),
    );
  }
  expect(backEnd.received).toHaveLength(400);
  expect(backEnd.connections()).toBeLessThan(400);
});

test('what is stopped while it runs leaves the others alone', async () => {
  const backEnd = await openBackEnd(({ url }, response) => void setTimeout(() => sendJson(response, { url }), 100));
  const target = await openHttpTarget({
    base_url: backEnd.origin,
    intents: { 'thing.read': { path: '/{{ payload.n }}', payload: PAYLOAD } },
  });
  const running = Array.from({ length: 60 }, (_, n) => target.begin('thing.read', { n }));
  await expect.poll(() => backEnd.received.length).toBe(60);
  for (const [n, call] of running.entries()) if (n % 2 === 0) call.abort();
  const ended = await Promise.all(running.map(({ ended }) => ended));
  expect(ended.filter(({ failure }) => failure?.kind === 'cancelled')).toHaveLength(30);
  for (const [n, { result }] of ended.entries()) if (n % 2 === 1) expect(result).toEqual({ url: `/${n}` });
});

describe('the health of a target', () => {
  const openHealth = async (status: number, healthy?: string) => {
    const backEnd = await openBackEnd((_request, response) => sendJson(response, { status: 'UP' }, status));
    const target = await openHttpTarget({
      base_url: `${backEnd.origin}/v1`,
      auth: { type: 'bearer', token: 't' },
      health: { path: '/health', ...(healthy !== undefined && { healthy }) },
    });
    return { backEnd, target };
  };

  test.for([
    [200, undefined, 'healthy'],
    [404, undefined, 'healthy'],
    [500, undefined, 'unhealthy'],
    [200, "response.body.status == 'UP'", 'healthy'],
    [200, "response.body.status == 'DOWN'", 'unhealthy'],
    [200, 'response.body.nothing == 1', 'unhealthy'],
  ] as const)('whose request is answered with %i is, by %s, %s', async ([status, healthy, expected]) => {
    const { backEnd, target } = await openHealth(status, healthy);
    expect(await target.adapter.health()).toMatchObject({ status: expected });
    expect(backEnd.received).toMatchObject([
      { method: 'GET', url: '/v1/health', headers: { authorization: 'Bearer t' } },
    ]);
  });

  test('that does not answer is told in time', async () => {
    const backEnd = await openBackEnd(() => {});
    const target = await openHttpTarget({ base_url: backEnd.origin, health: { path: '/' } });
    const health = await Promise.race([target.adapter.health(), delay(10_000)]);
    expect(health).toEqual({ status: 'unhealthy', detail: 'no answer within 900 ms' });
  });
});
