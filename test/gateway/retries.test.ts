import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import { exchange } from '../http/exchange.ts';
import { openGateway } from './open-gateway.ts';
import { openReplicas } from './open-replicas.ts';
import { openUpstream } from './open-upstream.ts';

const BODY = '{"payload":"as it was sent"}';

const say =
  (status: number, body: string) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(body);
const busy = say(503, '{"outcome":{"status":"rejected","error":{"code":"overloaded"}}}');
const limited = say(429, '{"outcome":{"status":"rejected","error":{"code":"rate_limited"}}}');
const fine = say(200, '{"outcome":{"status":"fulfilled"}}');

const KINDS = ['nginx', 'haproxy'] as const;

describe.for(KINDS)('%s', (kind) => {
  const openThree = async (...answers: readonly Parameters<typeof openUpstream>[0][]) => {
    const upstreams = await Promise.all(answers.map((answer) => openUpstream(answer)));
    const origins = upstreams.map(({ origin }) => origin);
    const reached = () => upstreams.map((upstream) => upstream.reached.length);
    return { upstreams, origins, reached };
  };

  test('lets no client notice that a replica is gone', async () => {
    const replicas = await openReplicas();
    const gateway = await openGateway(kind, replicas.origins);
    const [first] = replicas.all;
    first?.process.signal('SIGKILL');
    await first?.process.exited();
    const client = new WaybillClient({ baseUrl: gateway.origin });
    const flow = await client.startFlow({ domain: 'login-flow', businessKey: 'user_1' });
    for (let step = 0; step < 30; step += 1) {
      const { outcome } = await flow.send('system.echo', { payload: { step } });
      expect(outcome.status).toBe('fulfilled');
    }
  });

  test('asks another replica where one says 503, with the whole request', async () => {
    const { origins, upstreams, reached } = await openThree(busy, busy, fine);
    const gateway = await openGateway(kind, origins);
    for (let count = 0; count < 6; count += 1) {
      const received = await exchange(gateway.origin, { path: '/mcp/v2?x=%2F', body: BODY });
      expect(received.status).toBe(200);
    }
    expect(upstreams[2]?.reached).toHaveLength(6);
    expect(reached()[0]).toBeGreaterThan(0);
    for (const { reached: each } of upstreams) {
      for (const one of each) expect(one).toMatchObject({ method: 'POST', path: '/mcp/v2?x=%2F', body: BODY });
    }
  });

  test('hands on what the last one says where all are busy, and asks each no more than once', async () => {
    const { origins, reached } = await openThree(busy, busy, busy);
    const gateway = await openGateway(kind, origins);
    const received = await exchange(gateway.origin, { body: BODY });
    expect(received.status).toBe(503);
    expect(received.headers['retry-after']).toBe('1');
    expect(JSON.parse(received.text)).toMatchObject({ outcome: { error: { code: 'overloaded' } } });
    expect(reached()).toEqual([1, 1, 1]);
  });

  test('sends no request twice that got no answer in time', async () => {
    const { origins, reached } = await openThree(
      () => {},
      () => {},
      () => {},
    );
    const shorter =
      kind === 'nginx'
        ? ['proxy_read_timeout 90s', 'proxy_read_timeout 1s']
        : ['timeout server 90s', 'timeout server 1s'];
    const gateway = await openGateway(kind, origins, { replace: [[shorter[0] ?? '', shorter[1] ?? '']] });
    const received = await exchange(gateway.origin, { body: BODY });
    expect(received.status).toBe(504);
    expect(reached().reduce((sum, count) => sum + count)).toBe(1);
  });

  test.for([
    { what: 'whose connection broke', answer: (response: ServerResponse) => void response.destroy(), status: 502 },
    { what: 'that was answered with 500', answer: say(500, '{}'), status: 500 },
    { what: 'that was answered with 502', answer: say(502, '{}'), status: 502 },
    { what: 'that was answered with 504', answer: say(504, '{}'), status: 504 },
  ])('sends no request twice $what', async ({ answer, status }) => {
    const { origins, reached } = await openThree(answer, answer, answer);
    const gateway = await openGateway(kind, origins);
    const received = await exchange(gateway.origin, { body: BODY });
    expect(received.status).toBe(status);
    expect(reached().reduce((sum, count) => sum + count)).toBe(1);
  });
});

test('with non_idempotent nginx would send a POST again whose connection broke: what its configuration warns of', async () => {
  const breaks = await Promise.all([1, 2].map(() => openUpstream((response) => void response.destroy())));
  const origins = breaks.map(({ origin }) => origin);
  const gateway = await openGateway('nginx', origins, {
    replace: [['proxy_next_upstream error timeout;', 'proxy_next_upstream error timeout non_idempotent;']],
  });
  expect((await exchange(gateway.origin, { body: BODY })).status).toBe(502);
  expect(breaks.map(({ reached }) => reached.length)).toEqual([1, 1]);
});

test('nginx asks another replica where one says 429', async () => {
  const [first, second] = [await openUpstream(limited), await openUpstream(fine)];
  const gateway = await openGateway('nginx', [first.origin, second.origin]);
  for (let count = 0; count < 4; count += 1) {
    expect((await exchange(gateway.origin, { body: BODY })).status).toBe(200);
  }
  expect(first.reached.length).toBeGreaterThan(0);
});

test('HAProxy, which can not be told to, hands 429 on as it is', async () => {
  const upstream = await openUpstream(limited);
  const gateway = await openGateway('haproxy', [upstream.origin]);
  const received = await exchange(gateway.origin, { body: BODY });
  expect(received.status).toBe(429);
  expect(received.headers['retry-after']).toBe('1');
  expect(JSON.parse(received.text)).toMatchObject({ outcome: { error: { code: 'rate_limited' } } });
});
