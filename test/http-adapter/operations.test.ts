import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { openBackEnd, type ReceivedRequest, sendJson } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

type Poll = NonNullable<NonNullable<HttpOptions['intents']>[string]['poll']>;
type Look =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | 'reset'
  | 'hang';

const POLL: Poll = {
  url: '{{ start.headers.location }}',
  every_ms: 10,
  until: "response.body.state in ['done', 'failed']",
  progress: {
    fraction: 'response.body.percent / 100.0',
    message: '{{ response.body.state }} of {{ start.body.name }}',
    data: { percent: '{{ response.body.percent }}' },
  },
  errors: [
    {
      when: "response.body.state == 'failed'",
      kind: 'adapter_failed',
      message: 'It failed',
      expected: 'done',
      actual: 'failed',
    },
  ],
};

const busy = (percent: number): Look => ({ body: { state: 'busy', percent } });
/** Asks to be looked at again in a minute. */
const BUSY_FOR_LONG: Look = { body: { state: 'busy', percent: 1 }, headers: { 'retry-after': '60' } };
const done: Look = { body: { state: 'done', percent: 100, id: 7 } };

/** A back end that starts an operation, and tells of it what `looks` say, one after the other, the last for good. */
async function openOperation(looks: readonly Look[], poll: Partial<Poll> = {}, effect?: 'read') {
  let looked = 0;
  const backEnd = await openBackEnd((request, response) => {
    if (request.method === 'POST') return sendJson(response, { name: 'op' }, 202, { location: '/ops/1' });
    if (request.method === 'DELETE') return sendJson(response, {}, 200);
    const look = looks[Math.min(looked, looks.length - 1)] ?? 'hang';
    looked += 1;
    if (look === 'reset') response.socket?.resetAndDestroy();
    else if (look !== 'hang') sendJson(response, look.body, look.status ?? 200, look.headers);
    return undefined;
  });
  const target = await openHttpTarget({
    base_url: `${backEnd.origin}/v1`,
    auth: { type: 'bearer', token: 'for-the-upstream' },
    intents: {
      'op.run': {
        path: '/ops',
        body: {},
        returns: { id: '{{ response.body.id }}', name: '{{ start.body.name }}' },
        verify: 'response.body.percent == 100',
        poll: { ...POLL, ...poll },
        ...(effect !== undefined && { effect }),
      },
    },
  });
  return { backEnd, target };
}

const methods = (received: readonly ReceivedRequest[]) => received.map(({ method }) => method);

describe('an operation', () => {
  test('is looked after until it has ended, and told of meanwhile', async () => {
    const { backEnd, target } = await openOperation([busy(10), busy(60), busy(250), done]);
    const running = target.begin('op.run');
    expect(await running.ended).toMatchObject({
      effect: 'applied',
      result: { id: 7, name: 'op' },
      verification: { status: 'verified' },
    });
    expect(running.told).toEqual([
      { fraction: 0.1, message: 'busy of op', data: { percent: 10 } },
      { fraction: 0.6, message: 'busy of op', data: { percent: 60 } },
      { fraction: 1, message: 'busy of op', data: { percent: 250 } },
    ]);
    expect(methods(backEnd.received)).toEqual(['POST', 'GET', 'GET', 'GET', 'GET']);
    for (const { url, headers } of backEnd.received.slice(1)) {
      expect(url).toBe('/ops/1');
      expect(headers.authorization).toBe('Bearer for-the-upstream');
      expect(headers.traceparent).toBeDefined();
    }
  });

  test('that fails is told by its rule, and nobody can say here how far it came', async () => {
    const { target } = await openOperation([busy(10), { body: { state: 'failed', percent: 20 } }]);
    expect(await target.act('op.run')).toMatchObject({
      effect: 'unknown',
      transient: false,
      failure: {
        kind: 'adapter_failed',
        details: { expected_state: 'done', actual_state: 'failed', start: { status: 202, location: '/ops/1' } },
      },
    });
  });

  test.for(['none', 'applied', 'partial'] as const)(
    'that fails with the effect %s says so where its rule does',
    async (effect) => {
      const [rule] = POLL.errors ?? [];
      if (rule === undefined) throw new Error('There is a rule');
      const { target } = await openOperation([{ body: { state: 'failed', percent: 1 } }], {
        errors: [{ ...rule, effect }],
      });
      expect(await target.act('op.run')).toMatchObject({ effect });
    },
  );

  test('bears two looks that fail on end', async () => {
    const { target } = await openOperation(['reset', { status: 503, body: {} }, busy(1), 'reset', 'reset', done]);
    expect(await target.act('op.run')).toMatchObject({ effect: 'applied', result: { id: 7 } });
  });

  test.for([
    ['three looks that fail on end', ['reset'], 'adapter_unavailable'],
    ['a look that is refused', [busy(1), { status: 404, body: {} }], 'adapter_failed'],
    ['credentials that are taken no more', [{ status: 401, body: {} }], 'adapter_failed'],
    ['a state that can not be read', [{ body: { percent: 1 } }], 'adapter_misbehaved'],
    ['a body that is no JSON', [{ headers: { 'content-type': 'text/html' }, body: 'x' }], 'adapter_misbehaved'],
  ] as const)('is given up after %s, with an effect that nobody knows', async ([, looks, kind]) => {
    const { target } = await openOperation(looks);
    expect(await target.act('op.run')).toMatchObject({
      effect: 'unknown',
      transient: false,
      failure: { kind, details: { start: {} } },
    });
    const read = await openOperation(looks, {}, 'read');
    expect(await read.target.act('op.run')).toMatchObject({ effect: 'none', failure: { kind } });
  });

  test('that does not say where it can be looked at is misbehaviour', async () => {
    const { target } = await openOperation([done], { url: '{{ start.headers.nowhere }}' });
    expect(await target.act('op.run')).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_misbehaved' } });
  });

  test('that is not begun has no effect, and is not looked at', async () => {
    const { backEnd, target } = await openOperation([done]);
    const acted = await target.act('op.run');
    expect(acted.effect).toBe('applied');
    await backEnd.close();
    expect(await target.act('op.run')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  });

  test('is looked at no sooner than the upstream asks', async () => {
    const { backEnd, target } = await openOperation([
      { body: { state: 'busy', percent: 1 }, headers: { 'retry-after': '1' } },
      done,
    ]);
    const startedMs = performance.now();
    await target.act('op.run');
    expect(performance.now() - startedMs).toBeGreaterThan(990);
    expect(backEnd.received).toHaveLength(3);
  });
});

describe('an operation that is cancelled', () => {
  test.for([
    ['between two looks', [BUSY_FOR_LONG], 2],
    ['within a look', [busy(1), 'hang'], 3],
  ] as const)('%s goes on as far as is known', async ([, looks, requests]) => {
    const { backEnd, target } = await openOperation(looks);
    const running = target.begin('op.run');
    await expect.poll(() => running.told.length).toBe(1);
    await expect.poll(() => backEnd.received.length).toBe(requests);
    running.abort();
    expect(await running.ended).toMatchObject({
      effect: 'unknown',
      failure: { kind: 'cancelled', message: expect.stringContaining('goes on') },
    });
    expect(methods(backEnd.received)).not.toContain('DELETE');
  });

  test('is ended upstream where the configuration says how', async () => {
    const { backEnd, target } = await openOperation([busy(1)], {
      cancel: { method: 'DELETE', url: '{{ start.headers.location }}' },
    });
    const running = target.begin('op.run');
    await expect.poll(() => running.told.length).toBeGreaterThan(0);
    running.abort();
    expect(await running.ended).toMatchObject({
      effect: 'partial',
      failure: { kind: 'cancelled', message: expect.stringContaining('told to end it') },
    });
    expect(backEnd.received.at(-1)).toMatchObject({ method: 'DELETE', url: '/ops/1' });
    const told = running.told.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(running.told.length).toBe(told);
  });

  test('does not wait for an upstream that does not answer the cancel request', async () => {
    const backEnd = await openBackEnd((request, response) => {
      if (request.method === 'POST') sendJson(response, { name: 'op' }, 202, { location: '/ops/1' });
    });
    const target = await openHttpTarget({
      base_url: backEnd.origin,
      intents: {
        'op.run': { path: '/ops', body: {}, poll: { ...POLL, cancel: { method: 'DELETE', path: '/ops/1' } } },
      },
    });
    const running = target.begin('op.run');
    await expect.poll(() => backEnd.received.length).toBe(2);
    running.abort();
    expect(await running.ended).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });
    await expect.poll(() => methods(backEnd.received)).toContain('DELETE');
  });

  test('by closing its target fails', async () => {
    const { target } = await openOperation([BUSY_FOR_LONG]);
    const running = target.begin('op.run');
    await expect.poll(() => running.told.length).toBe(1);
    await target.adapter.close();
    expect(await running.ended).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_unavailable' } });
  });
});

describe('an address that an upstream names', () => {
  const elsewhere = async (allow: readonly string[], poll: Partial<Poll> = {}) => {
    const other = await openBackEnd((_request, response) => sendJson(response, { state: 'done', percent: 100, id: 8 }));
    const backEnd = await openBackEnd((_request, response) =>
      sendJson(response, { name: 'op' }, 202, { location: `${other.origin}/ops/1` }),
    );
    const target = await openHttpTarget(
      {
        base_url: backEnd.origin,
        auth: { type: 'bearer', token: 'for-the-upstream' },
        headers: { 'X-Tenant': 'ours' },
        intents: { 'op.run': { path: '/ops', body: {}, poll: { ...POLL, ...poll } } },
      },
      allow,
    );
    onTestFinished(() => {
      for (const { headers } of other.received) {
        expect(headers.authorization).toBeUndefined();
        expect(headers['x-tenant']).toBeUndefined();
      }
    });
    return { other, target };
  };

  test('is asked elsewhere through the guard, without what is meant for the upstream', async () => {
    const { other, target } = await elsewhere(['127.0.0.1']);
    expect(await target.act('op.run')).toMatchObject({ effect: 'applied', result: { id: 8 } });
    expect(other.received).toHaveLength(1);
  });

  test('is not asked where the guard closes it', async () => {
    const { other, target } = await elsewhere([]);
    expect(await target.act('op.run')).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_misbehaved' } });
    expect(other.received).toHaveLength(0);
  });

  test('is sent nothing but reads', async () => {
    const { other, target } = await elsewhere(['127.0.0.1'], { method: 'POST', body: { secret: 1 } });
    expect(await target.act('op.run')).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_misbehaved' } });
    expect(other.received).toHaveLength(0);
  });
});
