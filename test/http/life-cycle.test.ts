import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLab, LAB_TARGET } from '../fixtures/lab-kind.ts';
import { openTestService, testSettings } from '../open-test-service.ts';
import { exchange } from './exchange.ts';
import { openLab } from './open-lab.ts';
import { send } from './send.ts';
import { until } from './until.ts';

describe('a reload', () => {
  test('swaps the routes for what arrives from then on', async () => {
    const { service, good } = await openLab();
    expect((await send(service.origin, good.request('lab.read'))).outcome.status).toBe('fulfilled');
    await service.reload({
      ...service.settings,
      routes: [{ type: 'lab', subType: 'act', target: 'lab', timeoutMs: 1000 }],
    });
    expect((await send(service.origin, good.request('lab.read'))).outcome.error?.code).toBe('no_route');
    expect((await send(service.origin, good.request('lab.act'))).outcome.status).toBe('fulfilled');
  });

  test('keeps targets that did not change, opens new ones, closes those that are gone', async () => {
    const { service, lab, good } = await openLab();
    const routes = [{ type: 'lab', target: 'second', timeoutMs: 1000 }];
    const second = { ...LAB_TARGET, name: 'second' };
    await service.reload({ ...service.settings, targets: [LAB_TARGET, second], routes });
    expect(lab.opened).toEqual(['lab', 'second']);
    expect(lab.closed).toEqual([]);
    await service.reload({ ...service.settings, targets: [second], routes });
    expect(lab.opened).toEqual(['lab', 'second']);
    await until(() => lab.closed.length > 0);
    expect(lab.closed).toEqual(['lab']);
    expect((await send(service.origin, good.request('lab.read'))).outcome.status).toBe('fulfilled');
  });

  test('opens a target anew whose options changed, and closes the old one once its requests have ended', async () => {
    const { service, lab, good } = await openLab();
    const running = send(service.origin, { ...good.request('lab.act'), payload: { do: 'wait', ms: 1500 } });
    await until(() => lab.acts.length === 1);
    await service.reload({ ...service.settings, targets: [{ ...LAB_TARGET, options: { colour: 'red' } }] });
    expect(lab.opened).toHaveLength(2);
    expect(lab.closed).toEqual([]);
    expect((await send(service.origin, good.request('lab.read'))).outcome.status).toBe('fulfilled');
    expect((await running).outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
    await until(() => lab.closed.length > 0);
    expect(lab.closed).toEqual(['lab']);
  });

  test('waits for no request from before, nor does the next one; their target is closed after the last of them', async () => {
    const { service, lab, good } = await openLab();
    const running = send(service.origin, { ...good.request('lab.act'), payload: { do: 'wait', ms: 1500 } });
    await until(() => lab.acts.length === 1);
    const second = { ...LAB_TARGET, name: 'second' };
    const routes = [{ type: 'lab', target: 'second', timeoutMs: 1000 }];
    await service.reload({ ...service.settings, targets: [LAB_TARGET, second], routes });
    await service.reload({ ...service.settings, targets: [second], routes });
    expect(lab.acts[0]?.endedAfterMs).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(lab.closed).toEqual([]);
    expect((await running).outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
    await until(() => lab.closed.length > 0);
    expect(lab.closed).toEqual(['lab']);
  });

  test('leaves acts from before to the end of the service, which tells of them and closes their target', async () => {
    const lab = createLab();
    const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const audit = { to: join(folder, 'audit.log') };
    const limits = { ...testSettings().limits, shutdownMs: 200 };
    const service = await openTestService({ targets: [LAB_TARGET], limits, audit }, { kinds: lab.kinds });
    const { good } = await openLab({ secrets: service.settings.secrets });
    const running = send(service.origin, { ...good.request('lab.act'), payload: { do: 'deaf', ms: 2500 } });
    await until(() => lab.acts.length === 1);
    await service.reload({ ...service.settings, targets: [{ ...LAB_TARGET, name: 'second' }] });
    await service.close();
    expect((await running).outcome.error?.code).toBe('owner_lost');
    expect(lab.closed.toSorted()).toEqual(['lab', 'second']);
    expect(readFileSync(audit.to, 'utf8')).toContain('"audit":"left_acting"');
    await until(() => lab.acts[0]?.endedAfterMs !== undefined);
  });

  test('lets an explanation under way end before its target is closed', async () => {
    const { service, lab, good } = await openLab();
    const resources = [{ type: 'lever', identifier: 'slow', state: 'on', metadata: { took_ms: 900 } }];
    const explained = exchange(service.origin, {
      path: '/mcp/v2/explain',
      body: { ...good.request('lab.pull'), resources },
    });
    await until(() => lab.looks.length === 1);
    await service.reload({ ...service.settings, targets: [{ ...LAB_TARGET, options: { colour: 'red' } }] });
    expect(lab.opened).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(lab.closed).toEqual([]);
    expect(JSON.parse((await explained).text).would).toBe('act');
    await until(() => lab.closed.length > 0);
    expect(lab.closed).toEqual(['lab']);
  });

  test.for([
    { name: 'an unknown kind', targets: [{ name: 'x', kind: 'nothing', options: {} }], routes: [] },
    {
      name: 'a route that leads nowhere',
      targets: [{ ...LAB_TARGET, name: 'other' }],
      routes: [{ type: 'nothing', target: 'other', timeoutMs: 1000 }],
    },
    {
      name: 'one intent of two targets without a route',
      targets: [LAB_TARGET, { ...LAB_TARGET, name: 'other' }],
      routes: [],
    },
  ])('to $name is refused, and changes nothing', async ({ targets, routes }) => {
    const { service, lab, good } = await openLab();
    await expect(service.reload({ ...service.settings, targets, routes })).rejects.toThrow();
    expect(lab.closed).toEqual(lab.opened.slice(1));
    expect((await send(service.origin, good.request('lab.read'))).outcome.status).toBe('fulfilled');
  });
});

test('secrets are rotated replica by replica: first all verify with the new one too, then it signs', async () => {
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const stages = await Promise.all([[old], [old, fresh], [fresh, old], [fresh]].map((secrets) => openLab({ secrets })));
  // While one stage replaces the other, replicas of both answer, and pass flows to each other.
  for (const [index, later] of stages.entries()) {
    const earlier = stages[index - 1] ?? later;
    expect((await send(later.service.origin, earlier.good.request())).outcome.status).toBe('fulfilled');
    expect((await send(earlier.service.origin, later.good.request())).outcome.status).toBe('fulfilled');
  }
  const [before, , during, after] = stages;
  const request = before?.good.request();
  const answer = await send(during?.service.origin ?? '', request);
  const next = { ...request, context: { ...request?.context, id: answer.context?.next_id } };
  expect((await send(after?.service.origin ?? '', next)).outcome.status).toBe('fulfilled');
  expect((await send(after?.service.origin ?? '', request)).outcome.error?.code).toBe('context_hash_mismatch');
});

describe('a graceful close', () => {
  test('lets a running request end, takes no new one, and then closes the targets', async () => {
    const { service, lab, good } = await openLab();
    const running = send(service.origin, { ...good.request('lab.act'), payload: { do: 'wait', ms: 1500 } });
    await until(() => lab.acts.length === 1);
    const closed = service.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(lab.closed).toEqual([]);
    await expect(exchange(service.origin, { body: good.request() })).rejects.toThrow('ECONNREFUSED');
    expect((await running).outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
    await closed;
    expect(lab.closed).toEqual(['lab']);
  });

  test('does not wait for connections on which nothing is asked', async () => {
    const { service } = await openLab();
    const { hostname, port } = new URL(service.origin);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve) => socket.once('connect', resolve));
    const startedMs = performance.now();
    await service.close();
    expect(performance.now() - startedMs).toBeLessThan(5000);
    socket.destroy();
  });

  test('gives up what still runs after limits.shutdown_ms, and says so', async () => {
    const lab = createLab();
    const service = await openTestService(
      { targets: [LAB_TARGET], limits: { ...testSettings().limits, shutdownMs: 200 } },
      { kinds: lab.kinds },
    );
    const good = await openLab({ secrets: service.settings.secrets });
    const running = send(service.origin, { ...good.good.request('lab.act'), payload: { do: 'wait', ms: 2500 } });
    await until(() => lab.acts.length === 1);
    const startedMs = performance.now();
    await service.close();
    expect(performance.now() - startedMs).toBeLessThan(2000);
    expect((await running).outcome).toMatchObject({ effect: 'unknown', error: { code: 'owner_lost' } });
    expect(lab.closed).toEqual(['lab']);
  });

  test.for([
    { by: 'the plain door', type: 'application/json' },
    { by: 'Fastify', type: 'application/json; charset=utf-8' },
  ])('lets go of a kept connection once its last request, answered by $by, has ended', async ({ type }) => {
    const { service, lab, good } = await openLab();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const body = JSON.stringify({ ...good.request('lab.act'), payload: { do: 'wait', ms: 500 } });
    const answered = new Promise<string | undefined>((resolve, reject) => {
      const outgoing = request(`${service.origin}/mcp/v2`, {
        method: 'POST',
        agent,
        headers: { 'content-type': type },
      });
      outgoing.on('response', (response) => response.resume().on('end', () => resolve(response.headers.connection)));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    await until(() => lab.acts.length === 1);
    const startedMs = performance.now();
    const closed = service.close();
    await answered;
    await closed;
    // The budget, which a connection that stays would use up, is 10 s.
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });

  test('may be asked for twice', async () => {
    const { service, lab } = await openLab();
    await Promise.all([service.close(), service.close()]);
    expect(lab.closed).toEqual(['lab']);
  });
});

describe('readiness', () => {
  const LAB_HEALTH = [
    { health: 'healthy', overall: 'healthy', lab: { status: 'healthy' } },
    { health: 'degraded', overall: 'degraded', lab: { status: 'degraded' } },
    { health: 'unhealthy', overall: 'degraded', lab: { status: 'unhealthy' } },
    { health: 'throws', overall: 'degraded', lab: { status: 'unhealthy', detail: 'its health check broke' } },
    { health: 'hangs', overall: 'degraded', lab: { status: 'unhealthy', detail: 'gave no sign within 1000 ms' } },
  ];

  test.for(LAB_HEALTH)('is $overall where a target is $health: an upstream degrades, never kills', async (row) => {
    const { service } = await openLab({ targets: [{ ...LAB_TARGET, options: { health: row.health } }] });
    const { status, text } = await exchange(service.origin, { method: 'GET', path: '/readyz' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ status: row.overall, targets: { system: { status: 'healthy' }, lab: row.lab } });
    expect(service.log()).toEqual([]);
  });

  test.for(LAB_HEALTH)('is told by explain too, where a target is $health', async ({ health, lab }) => {
    const { service, good } = await openLab({ targets: [{ ...LAB_TARGET, options: { health } }] });
    const { text } = await exchange(service.origin, { path: '/mcp/v2/explain', body: good.request('lab.read') });
    const { status, ...detail } = lab;
    expect(JSON.parse(text)).toMatchObject({ would: 'act', target: { name: 'lab', health: status, ...detail } });
  });
});
