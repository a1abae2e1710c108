import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Running, serve } from '../cli/run-waybill.ts';
import { openTestService, testSettings } from '../open-test-service.ts';
import { SLOW_KINDS, SLOW_TARGET } from './slow-kind.ts';
import { accept, callAsTask, sendMcp, taskIdOf, taskWhen } from './task-client.ts';

const LIMIT_MS = 120_000;

/** Replicas in this process, which reach each other by their internal listeners. */
async function openReplicas(count: number): Promise<readonly string[]> {
  const { listen, mcp, limits } = testSettings();
  const settings = {
    secrets: [randomBytes(32)],
    listen: { ...listen, internal: { host: '127.0.0.1', port: 0 } },
    limits: { ...limits, shutdownMs: 1000 },
    mcp: { ...mcp, tasks: { afterMs: 50, always: ['slow.*'], required: [] } },
    targets: [SLOW_TARGET],
  };
  const opening = Array.from({ length: count }, () => openTestService(settings, { kinds: SLOW_KINDS }));
  return (await Promise.all(opening)).map(({ origin }) => origin);
}

describe('any of three replicas', { timeout: LIMIT_MS }, () => {
  test('tells how a task is, and what came of it', async () => {
    const [owner = '', ...others] = await openReplicas(3);
    const taskId = await taskIdOf(callAsTask(owner, 'system_sleep', { ms: 500, steps: 5 }));
    const completed = await taskWhen([...others, owner], taskId, 'completed');
    expect(completed.result).toMatchObject({ structuredContent: { outcome: { result: { slept_ms: 500 } } } });
    for (const origin of others) {
      expect((await sendMcp(origin, 'tasks/get', { taskId })).result).toEqual(completed);
    }
  });

  test('takes the responses to what a task asks, in parts', async () => {
    const [owner = '', second = '', third = ''] = await openReplicas(3);
    const taskId = await taskIdOf(callAsTask(owner, 'slow_ask', {}));
    await taskWhen([second, third], taskId, 'input_required');
    await sendMcp(second, 'tasks/update', { taskId, inputResponses: { '1.one': accept('first') } });
    await sendMcp(third, 'tasks/update', { taskId, inputResponses: { '1.two': accept('sécond') } });
    const { result } = await taskWhen([second], taskId, 'completed');
    expect(result).toMatchObject({ structuredContent: { outcome: { result: 'first sécond' } } });
  });

  test('cancels it, and knows no task that none of them has', async () => {
    const [owner = '', other = ''] = await openReplicas(3);
    const taskId = await taskIdOf(callAsTask(owner, 'system_sleep', { ms: 60_000 }));
    await sendMcp(other, 'tasks/cancel', { taskId });
    expect((await taskWhen([other, owner], taskId, 'cancelled')).statusMessage).toContain('effect: none');
    const strange = await taskIdOf(callAsTask((await openReplicas(1))[0] ?? '', 'slow_pay', {}));
    expect((await sendMcp(other, 'tasks/get', { taskId: strange })).error?.code).toBe(-32602);
  });
});

/** One of three replicas, as a process; at an address of its choosing unless told. */
async function startReplica(internal = '127.0.0.1:0'): Promise<Running & { readonly internal: string }> {
  const running = await serve(
    `replicas: 3\nlisten: { internal: "${internal}" }\nmcp: { tasks: { after_ms: 50 } }\nlimits: { event_loop_delay_ms: 60000 }\n`,
  );
  await running.wrote('replicas reach it at ');
  return { ...running, internal: /replicas reach it at (\S+)/.exec(running.stdout())?.[1] ?? '' };
}

test('of a task whose replica was killed it is said that it is out of reach, and once it is surely gone, that nobody knows', {
  timeout: LIMIT_MS,
}, async () => {
  const [owner, other] = await Promise.all([startReplica(), startReplica()]);
  const taskId = await taskIdOf(callAsTask(owner.origin, 'system_sleep', { ms: 30_000 }));
  await taskWhen([other.origin], taskId, 'working');
  owner.signal('SIGKILL');
  await owner.ended();
  const unreachable = await sendMcp(other.origin, 'tasks/get', { taskId });
  expect(unreachable.error).toMatchObject({
    code: -32603,
    data: { code: 'owner_unreachable', recoverable: true, retry_after_ms: 1000 },
  });

  const restarted = await startReplica(owner.internal);
  for (const { origin } of [other, restarted]) {
    const failed = await taskWhen([origin], taskId, 'failed');
    expect(failed.error).toMatchObject({ code: -32603, data: { code: 'owner_lost', effect: 'unknown' } });
    expect(JSON.stringify(failed.error)).toContain('Read back whether the action took place');
    for (const method of ['tasks/cancel', 'tasks/update']) {
      const { result } = await sendMcp(origin, method, { taskId, inputResponses: {} });
      expect(result?.resultType).toBe('complete');
    }
  }
});
