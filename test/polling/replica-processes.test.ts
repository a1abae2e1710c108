import { describe, expect, test } from 'vitest';
import { folderWith, type Running, runWaybill, SECRET, serve } from '../cli/run-waybill.ts';
import { exchange } from '../http/exchange.ts';
import { goodRequest } from '../http/good-request.ts';
import { readAnswer } from '../http/read-answer.ts';
import { testSettings } from '../open-test-service.ts';
import { begin, follow, get, poll, withCursor } from './poll.ts';

const LIMIT_MS = 120_000;

const settings = testSettings({ secrets: [new TextEncoder().encode(SECRET)] });
const sleep = (ms: number, steps: number) => ({ ...goodRequest(settings, 'system.sleep'), payload: { ms, steps } });

interface Replica extends Running {
  readonly internal: string;
}

/** One of three replicas, as a process; at an address of its choosing unless told. */
async function startReplica(internal = '127.0.0.1:0', more = ''): Promise<Replica> {
  const running = await serve(`replicas: 3\nlisten: { internal: "${internal}" }\n${more}`);
  await running.wrote('replicas reach it at ');
  return { ...running, internal: /replicas reach it at (\S+)/.exec(running.stdout())?.[1] ?? '' };
}

async function refused(replica: Running, path: string, method = 'GET') {
  const received = await exchange(replica.origin, { method, path, headers: { prefer: 'wait=1' } });
  return { ...received, ...readAnswer(received).outcome };
}

describe('three replicas', { timeout: LIMIT_MS }, () => {
  test('answer in turn for an exchange of 20 s: every event once and in order, none missing', async () => {
    const replicas = await Promise.all([startReplica(), startReplica(), startReplica()]);
    const origins = replicas.map(({ origin }) => origin);
    const { location, pending } = await begin(replicas[1].origin, sleep(20_000, 25));
    const { events, end, polls } = await follow(origins, location, 2);
    const seqs = Array.from({ length: 25 }, (_, index) => index + 1);
    expect(events.map(({ seq }) => seq)).toEqual(seqs);
    expect(events.map(({ progress }) => progress.message)).toEqual(seqs.map((seq) => `step ${seq} of 25`));
    expect(polls).toBeGreaterThan(10);
    expect(end).toMatchObject({
      status: 200,
      answer: { outcome: { status: 'fulfilled' }, trace_id: pending.trace_id },
    });
    for (const origin of origins) {
      expect((await get(origin, withCursor(location, 0))).end).toEqual({ ...end, events });
      expect((await get(origin, withCursor(location, 20))).end?.events).toEqual(events.slice(20));
    }
  });

  test('pass a cancel on to the one that runs the exchange', async () => {
    const [owner, other] = await Promise.all([startReplica(), startReplica()]);
    const { location } = await begin(owner.origin, sleep(30_000, 1));
    const { end } = await poll(other.origin, { method: 'DELETE', path: location });
    expect(end).toMatchObject({ status: 499, answer: { outcome: { effect: 'none', error: { code: 'cancelled' } } } });
    expect((await get(owner.origin, location)).end).toEqual(end);
  });

  test('say that an owner that was killed is out of reach, and once another process has its address, that it is lost', async () => {
    const [owner, other] = await Promise.all([startReplica(), startReplica()]);
    const { location } = await begin(owner.origin, sleep(30_000, 30));
    const waiting = refused(other, withCursor(location, 0));
    owner.signal('SIGKILL');
    await Promise.all([waiting.catch(() => {}), owner.ended()]);
    const unreachable = await refused(other, location);
    expect(unreachable).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'owner_unreachable' } });
    expect(unreachable.headers['retry-after']).toBe('1');
    expect(unreachable.error?.recoverable).toBe(true);

    const restarted = await startReplica(owner.internal);
    expect(restarted.internal).toBe(owner.internal);
    for (const replica of [other, restarted]) {
      for (const method of ['GET', 'DELETE']) {
        const lost = await refused(replica, location, method);
        expect(lost.error).toMatchObject({ code: 'owner_lost', recoverable: false });
        expect(lost).toMatchObject({
          status: 'partially_fulfilled',
          effect: 'unknown',
          verification: { status: 'unknown' },
        });
        expect(lost.error?.hint).toContain('Read back whether the action took place');
      }
      const received = await exchange(replica.origin, { method: 'GET', path: location });
      expect(received.status).toBe(410);
    }
  });

  test('tell the pollers of an owner that ends: what finishes in time is fetched, what does not is lost, exit 0', async () => {
    const limits = 'limits: { shutdown_ms: 3000 }\n';
    const [owner, other] = await Promise.all([startReplica('127.0.0.1:0', limits), startReplica()]);
    const short = await begin(owner.origin, sleep(1500, 3));
    const long = await begin(owner.origin, sleep(25_000, 2));
    const ends = Promise.all([
      follow([other.origin, owner.origin], short.location, 20),
      exchange(other.origin, { method: 'GET', path: long.location }),
      exchange(owner.origin, { method: 'GET', path: long.location }),
    ]);
    owner.signal('SIGTERM');
    while ((await exchange(owner.origin, { method: 'GET', path: '/readyz' })).status !== 503);
    const another = await exchange(owner.origin, { path: '/mcp/polling', body: sleep(10, 1) });
    expect([another.status, readAnswer(another).outcome.error?.code]).toEqual([503, 'overloaded']);

    const [finished, ...lost] = await ends;
    expect(finished.end.status).toBe(200);
    expect(finished.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    for (const received of lost) {
      expect(received.status).toBe(410);
      expect(readAnswer(received).outcome).toMatchObject({ effect: 'unknown', error: { code: 'owner_lost' } });
    }
    expect(await owner.ended()).toBe(0);
    expect(owner.stdout()).toContain(`"trace_id":"${long.pending.trace_id}","state":"running","msg":"exchange lost`);
    expect(owner.stdout()).not.toContain(`"trace_id":"${short.pending.trace_id}","state"`);
  });

  test('end without breaking off the polls that they pass on', async () => {
    const [owner, other] = await Promise.all([
      startReplica(),
      startReplica('127.0.0.1:0', 'limits: { shutdown_ms: 3000 }\n'),
    ]);
    const { location } = await begin(owner.origin, sleep(60_000, 1));
    const held = await get(other.origin, location, 20);
    expect([held.status, held.headers['preference-applied']]).toEqual([202, 'wait=2']);
    const passedOn = get(other.origin, location, 20);
    await exchange(other.origin, { method: 'GET', path: '/livez' }); // sent behind the poll
    other.signal('SIGTERM');
    expect(await passedOn).toMatchObject({ status: 202, location });
    expect(await other.ended()).toBe(0);
    await poll(owner.origin, { method: 'DELETE', path: location });
  });
});

test('a process without an internal listener that was restarted has lost what it ran', {
  timeout: LIMIT_MS,
}, async () => {
  const before = await serve(undefined, ['--development']);
  const { location } = await begin(before.origin, sleep(30_000, 1));
  before.signal('SIGKILL');
  await before.ended();
  const after = await serve(undefined, ['--development']);
  const lost = await refused(after, location);
  expect(lost).toMatchObject({ effect: 'unknown', error: { code: 'owner_lost' } });
});

test('a process says which internal address is taken, and exits with 4', { timeout: LIMIT_MS }, async () => {
  const { internal } = await startReplica();
  const folder = folderWith({ 'waybill.yaml': `listen: { internal: "${internal}", port: 0 }\n` });
  const { code, stderr } = await runWaybill(['serve'], { folder, env: { WAYBILL_SECRET: SECRET } });
  expect(code).toBe(4);
  expect(stderr).toContain(`nothing can listen on listen.internal, ${internal}: listen EADDRINUSE`);
});
