import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from './good-request.ts';
import { openLab } from './open-lab.ts';
import { send } from './send.ts';

const lever = (identifier: string, metadata: object = {}, more: object = {}) => ({
  type: 'lever',
  identifier,
  state: 'on',
  metadata,
  ...more,
});
const dial = (identifier: string, metadata: object = {}, more: object = {}) => ({
  ...lever(identifier, metadata, more),
  type: 'dial',
});

describe('a precheck', () => {
  test('looks at all resources at once', async () => {
    const { service, good, lab } = await openLab();
    await send(service.origin, good.request()); // the first request of a process is the slowest
    const resources = ['a', 'b', 'c', 'd', 'e'].map((name) => lever(name, { took_ms: 200 }));
    const startedMs = performance.now();
    const answer = await send(service.origin, { ...good.request('lab.pull'), resources });
    expect(performance.now() - startedMs).toBeLessThan(900);
    expect(answer.outcome.status).toBe('fulfilled');
    expect(lab.looks).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('looks once at a resource without wait_ms, whatever it finds', async () => {
    const { service, good, lab } = await openLab();
    const resources = [lever('a', { actual: 'off', from_look: 2 }), lever('b', { actual: 'off' }, { wait_ms: 0 })];
    const answer = await send(service.origin, { ...good.request('lab.pull'), resources });
    expect(answer.outcome.error?.code).toBe('resource_state_mismatch');
    expect(lab.looks).toEqual(['a', 'b']);
    expect(lab.acts).toEqual([]);
  });

  test('awaits a resource with wait_ms, and acts as soon as it is there', async () => {
    const { service, good, lab } = await openLab();
    const resources = [lever('a', { actual: 'off', from_look: 4 }, { wait_ms: 10_000 })];
    const startedMs = performance.now();
    const answer = await send(service.origin, { ...good.request('lab.pull'), resources });
    expect(answer.outcome.status).toBe('fulfilled');
    expect(answer.headers['x-mcp-resource-status']).toBe('valid');
    expect(performance.now() - startedMs).toBeLessThan(5000);
    expect(lab.looks).toEqual(['a', 'a', 'a', 'a']);
    expect(lab.acts).toHaveLength(1);
  });

  test('gives up when wait_ms is over, and says what was found last', async () => {
    const { service, good, lab } = await openLab();
    const resources = [lever('a', { actual: 'stuck' }, { wait_ms: 180 })];
    const startedMs = performance.now();
    const answer = await send(service.origin, { ...good.request('lab.pull'), resources });
    expect(performance.now() - startedMs).toBeGreaterThan(100);
    expect(answer.outcome.error?.details).toMatchObject({ resources: [{ actual_state: 'stuck' }] });
    expect(lab.looks.length).toBeGreaterThan(1);
  });

  test('waits no longer than the deadline', async () => {
    const { service, good } = await openLab();
    const request = good.request('lab.pull');
    const startedMs = performance.now();
    const answer = await send(service.origin, {
      ...request,
      intent: { ...request.intent, timeout_ms: 200 },
      resources: [lever('a', { actual: 'off' }, { wait_ms: 60_000 })],
    });
    expect(performance.now() - startedMs).toBeLessThan(5000);
    expect(answer.outcome.effect).toBe('none');
    expect(['deadline_exceeded', 'resource_state_mismatch']).toContain(answer.outcome.error?.code);
  });

  test('looks once more at the very end of wait_ms, however short that is', async () => {
    const { service, good, lab } = await openLab();
    const resources = [lever('a', { actual: 'off', from_look: 2 }, { wait_ms: 20 })];
    const answer = await send(service.origin, { ...good.request('lab.pull'), resources });
    expect(answer.outcome.status).toBe('fulfilled');
    expect(lab.looks).toEqual(['a', 'a']);
  });

  test('tells the verdict first, then the details, and what the adapter says is to be done', async () => {
    const { service, good } = await openLab();
    const identifier = 'a'.repeat(400);
    const details = { seen: 'dust', actual_state: 'forged', hint: 'Dust it.' };
    const resources = [lever(identifier, { actual: 'off', reason: 'dusty', details })];
    const answer = await send(service.origin, { ...good.request('lab.pull'), resources });
    const { message, hint, details: told } = answer.outcome.error ?? {};
    expect(message).toBe(`lever ${'a'.repeat(100)}… is off, expected on`);
    expect(hint).toBe('Nothing was done. Dust it.');
    expect(JSON.stringify(told?.resources)).toBe(
      JSON.stringify([
        {
          type: 'lever',
          identifier,
          expected_state: 'on',
          actual_state: 'off',
          reason: 'dusty',
          seen: 'dust',
          hint: 'Dust it.',
        },
      ]),
    );
  });

  test.for([
    ['resources.identifier', 'resources.1.identifier'],
    ['resources', 'resources'],
    ['resources.0.state', 'resources.0.state'],
  ] as const)('tells of a failing look at the second resource, at %s, as %s', async ([field, told]) => {
    const { service, good } = await openLab();
    const resources = [lever('a'), lever('b', { fails: 'invalid_request', field })];
    const answer = await send(service.origin, { ...good.request('lab.pull'), resources });
    expect(answer.outcome.error).toMatchObject({ code: 'invalid_request', field: told });
  });

  test('is refused by one failing look even where others are fine', async () => {
    const { service, good, lab } = await openLab();
    const resources = [lever('a'), lever('b', { fails: 'adapter_unavailable' }), lever('c', { actual: 'off' })];
    const answer = await send(service.origin, { ...good.request('lab.pull'), resources });
    expect(answer.outcome.error?.code).toBe('adapter_unavailable');
    expect(lab.acts).toEqual([]);
  });

  test('that throws in several looks, or after its limit, is one bug told, and breaks nothing else', async () => {
    const { service, good, lab } = await openLab({
      precheck: { objectiveMs: 50, limitMs: 200, limitMsByType: new Map() },
    });
    const broken = [lever('a', { throws: true }), lever('b', { throws: true, took_ms: 20 })];
    const late = [lever('c', { throws: true, took_ms: 300 })];
    const told = await send(service.origin, { ...good.request('lab.pull'), resources: broken });
    expect(told.outcome).toMatchObject({ effect: 'none', error: { code: 'internal' } });
    const given = await send(service.origin, { ...good.request('lab.pull'), resources: late });
    expect(given.outcome.error?.code).toBe('precheck_timeout');
    await new Promise((resolve) => setTimeout(resolve, 200)); // an unhandled rejection would fail the run
    expect(service.log().filter(({ level }) => level === 'error')).toHaveLength(1);
    expect(lab.acts).toEqual([]);
  });

  test('runs for resources that the intent does not need, too: what was declared is relied on', async () => {
    const { service, good, lab } = await openLab();
    const answer = await send(service.origin, { ...good.request(), resources: [lever('a', { actual: 'off' })] });
    expect(answer.outcome.error?.code).toBe('resource_state_mismatch');
    expect(lab.looks).toEqual(['a']);
  });
});

describe('an observation is reused', () => {
  const withTtl = (resource_cache_ttl?: number) => ({
    client_capabilities: { ...CAPABILITIES, ...(resource_cache_ttl !== undefined && { resource_cache_ttl }) },
  });

  test.for([
    { name: 'within resource_cache_ttl, of a type that allows it', resource: dial('a'), ttl: 60_000, looks: 1 },
    { name: 'never without resource_cache_ttl', resource: dial('a'), ttl: undefined, looks: 2 },
    { name: 'never with a resource_cache_ttl of 0', resource: dial('a'), ttl: 0, looks: 2 },
    { name: 'never of a type that does not allow it', resource: lever('a'), ttl: 60_000, looks: 2 },
  ])('$name', async ({ resource, ttl, looks }) => {
    const { service, good, lab } = await openLab();
    const request = { ...good.request('lab.act'), ...withTtl(ttl), resources: [resource] };
    await send(service.origin, request);
    await send(service.origin, request);
    expect(lab.looks).toHaveLength(looks);
    expect(lab.acts).toHaveLength(2);
  });

  test('not once it is older than the ttl of whoever asks', async () => {
    const { service, good, lab } = await openLab();
    const ask = (ttl: number) =>
      send(service.origin, { ...good.request('lab.act'), ...withTtl(ttl), resources: [dial('a')] });
    await ask(60_000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await ask(10);
    expect(lab.looks).toHaveLength(2);
  });

  test('for the same resource only: identifier and metadata count', async () => {
    const { service, good, lab } = await openLab();
    for (const resource of [dial('a'), dial('b'), dial('a', { unit: 'x' })]) {
      await send(service.origin, { ...good.request('lab.act'), ...withTtl(60_000), resources: [resource] });
    }
    expect(lab.looks).toEqual(['a', 'b', 'a']);
  });

  test('never where it would refuse the request: the resource is looked at anew', async () => {
    const { service, good, lab } = await openLab();
    const request = {
      ...good.request('lab.act'),
      ...withTtl(60_000),
      resources: [dial('a', { actual: 'off', from_look: 2 })],
    };
    expect((await send(service.origin, request)).outcome.error?.code).toBe('resource_state_mismatch');
    expect((await send(service.origin, request)).outcome.status).toBe('fulfilled');
    expect(lab.looks).toHaveLength(2);
  });

  test('never while a state is awaited: it would wait for what was seen before', async () => {
    const { service, good, lab } = await openLab();
    const resources = [dial('a', { actual: 'off', from_look: 3 }, { wait_ms: 5000 })];
    const answer = await send(service.origin, { ...good.request('lab.act'), ...withTtl(60_000), resources });
    expect(answer.outcome.status).toBe('fulfilled');
    expect(lab.looks).toHaveLength(3);
  });
});

describe('a dry run', () => {
  test('does everything up to the precheck, and acts on nothing', async () => {
    const { service, good, lab } = await openLab();
    const request = good.request('lab.pull');
    const answer = await send(service.origin, {
      ...request,
      intent: { ...request.intent, mode: 'dry_run' },
      resources: [lever('a')],
    });
    expect(answer.status).toBe(200);
    expect(answer.outcome).toMatchObject({
      status: 'fulfilled',
      effect: 'none',
      result: { dry_run: true, target: 'lab' },
    });
    expect(lab.looks).toEqual(['a']);
    expect(lab.acts).toEqual([]);
  });

  test('is refused like the request itself would be', async () => {
    const { service, good } = await openLab();
    const request = good.request('lab.pull');
    const answer = await send(service.origin, {
      ...request,
      intent: { ...request.intent, mode: 'dry_run' },
      resources: [lever('a', { actual: 'off' })],
    });
    expect(answer.status).toBe(409);
    expect(answer.outcome.error?.code).toBe('resource_state_mismatch');
  });
});
