import { describe, expect, test } from 'vitest';
import { FAILURE_KINDS, FAILURES } from '../../contracts/failure.ts';
import { openTestService } from '../open-test-service.ts';
import { goodRequest } from './good-request.ts';
import { openLab } from './open-lab.ts';
import { send } from './send.ts';

describe('system.echo', () => {
  test.for([
    {},
    { a: { b: [1, 2.5, -0, 1e300, null, true, '\u0000\u2028😀'] } },
    { ' ': '', 'a.b': [], '/~': {} },
    { big: 'x'.repeat(500_000) },
    { deep: JSON.parse('['.repeat(990) + ']'.repeat(990)) },
  ])('gives back what it was given, row %#', async (payload) => {
    const { service, good } = await openLab();
    const answer = await send(service.origin, { ...good.request(), payload });
    expect(answer.outcome.result).toEqual(JSON.parse(JSON.stringify(payload)));
  });
});

describe('system.sleep', () => {
  test('sleeps as long as asked', async () => {
    const { service, good } = await openLab();
    const startedMs = performance.now();
    const answer = await send(service.origin, { ...good.request('system.sleep'), payload: { ms: 150, steps: 3 } });
    expect(answer.outcome.result).toEqual({ slept_ms: 150 });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(145);
  });

  test('is woken by its deadline, which its route caps', async () => {
    const { service, good } = await openLab({ routes: [{ type: 'lab', target: 'lab', timeoutMs: 100 }] });
    const request = good.request('lab.read');
    const answer = await send(service.origin, {
      ...request,
      intent: { ...request.intent, timeout_ms: 60_000 },
      payload: { do: 'wait', ms: 20_000 },
    });
    expect(answer.outcome.error?.code).toBe('deadline_exceeded');
  });
});

describe('system.describe', () => {
  test('lists every intent and resource type on offer', async () => {
    const { service, good } = await openLab();
    const { outcome } = await send(service.origin, good.request('system.describe'));
    expect(outcome.result).toMatchObject({
      intents: ['system.echo', 'system.sleep', 'system.describe', 'system.fail', 'lab.read', 'lab.act', 'lab.pull'].map(
        (key) => ({ key }),
      ),
      resource_types: [
        { type: 'lever', states: ['on', 'off', 'stuck'], cacheable: false, targets: ['lab'] },
        { type: 'dial', states: ['on', 'off'], cacheable: true, targets: ['lab'] },
      ],
    });
  });

  test('gives the schemas and an example of one intent, with the resource types that it requires', async () => {
    const { service, good } = await openLab();
    const request = { ...good.request('system.describe'), payload: { intent: 'lab.pull' } };
    const { outcome } = await send(service.origin, request);
    expect(outcome.result).toMatchObject({
      intents: [
        {
          key: 'lab.pull',
          effect: 'unsafe',
          requires: ['lever'],
          payload_schema: { type: 'object' },
          result_schema: { type: 'object' },
          example: { payload: {}, resources: [{ type: 'lever' }] },
        },
      ],
      resource_types: [{ type: 'lever' }],
    });
  });
});

describe('system.fail', () => {
  test('is on offer in development only', async () => {
    const service = await openTestService({ development: false });
    const request = { ...goodRequest(service.settings, 'system.fail'), payload: { kind: 'overloaded' } };
    const answer = await send(service.origin, request);
    expect(answer.outcome.error?.code).toBe('no_route');
    expect(JSON.stringify(answer.outcome.error?.details)).not.toContain('system.fail');
  });

  test.for(FAILURE_KINDS.map((kind) => [kind] as const))(
    'answers with %s as the service itself would',
    async ([kind]) => {
      const { service, good } = await openLab();
      const facts = FAILURES[kind];
      const fail = (effect: string) =>
        send(service.origin, { ...good.request('system.fail'), payload: { kind, effect } });
      const before = await fail('none');
      expect(before.status).toBe(facts.http);
      expect(before.outcome.error).toMatchObject({ code: kind, recoverable: facts.retryable });
      const after = await fail('partial');
      expect(after.status).toBe(facts.httpAfterActing);
      expect(after.outcome).toMatchObject({ status: 'partially_fulfilled', effect: 'partial' });
      expect(after.headers).not.toHaveProperty('retry-after');
    },
  );
});
