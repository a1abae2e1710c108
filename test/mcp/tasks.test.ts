import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { apiKey, apiKeys, keyOf } from '../auth/auth-settings.ts';
import { until } from '../http/until.ts';
import { openTestService, testSettings } from '../open-test-service.ts';
import { connect } from './connect.ts';
import { SLOW_KINDS, SLOW_ROUTE, SLOW_TARGET } from './slow-kind.ts';
import { accept, callAsTask, sendMcp, TASKS, taskIdOf, taskWhen } from './task-client.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface TaskRules {
  readonly afterMs?: number;
  readonly always?: readonly string[];
  readonly required?: readonly string[];
}

/** A service whose calls are tasks by these rules. */
async function open({ afterMs = 50, always = [], required = [] }: TaskRules = {}, more: Partial<Settings> = {}) {
  const mcp = { ...testSettings().mcp, tasks: { afterMs, always, required } };
  const routes = [SLOW_ROUTE, { type: 'system', target: 'system', timeoutMs: 120_000 }];
  const limits = { ...testSettings().limits, shutdownMs: 1000 }; // no longer for tasks that are left behind
  return await openTestService({ mcp, limits, targets: [SLOW_TARGET], routes, ...more }, { kinds: SLOW_KINDS });
}

test('tasks are offered to clients of the era that knows them', async () => {
  const { origin } = await open();
  const { result } = await sendMcp(origin, 'server/discover', {});
  expect(result?.capabilities).toMatchObject({ extensions: { [TASKS]: {} } });
  const legacy = await connect(origin, 'legacy');
  expect(legacy.getServerCapabilities()).not.toHaveProperty('extensions');
});

test('a call that takes long becomes a task, which tells how far it is and in the end what came of it', async () => {
  const { origin } = await open();
  const { result: created } = await callAsTask(origin, 'system_sleep', { ms: 600, steps: 6 });
  expect(created).toMatchObject({ resultType: 'task', status: 'working', pollIntervalMs: 1000 });
  expect(created).not.toHaveProperty('result');
  expect(created?.createdAt).toMatch(ISO);
  expect(Number.isInteger(created?.ttlMs)).toBe(true);
  expect(created?.ttlMs).toBeGreaterThanOrEqual(testSettings().polling.keepMs);

  const taskId = String(created?.taskId);
  const { result: working } = await sendMcp(origin, 'tasks/get', { taskId });
  expect(working).toMatchObject({ resultType: 'complete', taskId, createdAt: created?.createdAt });
  const completed = await taskWhen([origin], taskId, 'completed');
  expect(completed).toMatchObject({
    statusMessage: 'step 6 of 6',
    createdAt: created?.createdAt,
    result: { isError: false, structuredContent: { outcome: { status: 'fulfilled', result: { slept_ms: 600 } } } },
  });
  expect(String(completed.lastUpdatedAt) > String(completed.createdAt)).toBe(true);
  expect(await taskWhen([origin], taskId, 'completed')).toEqual(completed);
});

test('a call that is done soon is answered at once, and so is one of a client that does not declare tasks', async () => {
  const { origin } = await open({ always: ['system.sleep'] });
  const quick = await callAsTask(origin, 'system_echo', { a: 1 });
  expect(quick.result).toMatchObject({ resultType: 'complete', structuredContent: { outcome: { result: { a: 1 } } } });
  const undeclared = await callAsTask(origin, 'system_sleep', { ms: 100 }, { capabilities: {} });
  expect(undeclared.result).toMatchObject({ resultType: 'complete', isError: false });
  const declared = await callAsTask(origin, 'system_sleep', { ms: 0 });
  expect(declared.result).toMatchObject({ resultType: 'task' });
});

test('what an old client says of a task with its call is ignored', async () => {
  const { origin } = await open();
  const { result } = await sendMcp(origin, 'tools/call', { name: 'system_echo', arguments: {}, task: { ttl: 60_000 } });
  expect(result).toMatchObject({ resultType: 'complete', isError: false });
});

test('a tool that is only ever a task refuses a client that declares none, before anything is done', async () => {
  const { origin, log } = await open({ required: ['slow.pay'] });
  const { http, error } = await callAsTask(origin, 'slow_pay', {}, { capabilities: { elicitation: {} } });
  expect([http, error?.code]).toEqual([400, -32021]);
  expect(error?.data).toEqual({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
  expect(log().filter(({ intent }) => intent === 'slow.pay')).toEqual([]);
});

test('a call that is refused before its act is answered at once, be it of a tool that is always a task', async () => {
  const { origin } = await open({ always: ['system.*'] });
  const { result } = await callAsTask(origin, 'system_sleep', { ms: 'soon' });
  expect(result).toMatchObject({
    resultType: 'complete',
    isError: true,
    structuredContent: { outcome: { error: { code: 'payload_invalid' } } },
  });
});

test.for(['tasks/get', 'tasks/update', 'tasks/cancel'])(
  '%s is refused without tasks, and of an unknown task',
  async (method) => {
    const { origin } = await open();
    const params = { taskId: 'none', ...(method === 'tasks/update' && { inputResponses: {} }) };
    const undeclared = await sendMcp(origin, method, params, { capabilities: {} });
    expect([undeclared.http, undeclared.error?.code]).toEqual([400, -32021]);
    const unknown = await sendMcp(origin, method, params);
    expect([unknown.http, unknown.error?.code]).toEqual([200, -32602]);
    const taskId = await taskIdOf(callAsTask(origin, 'system_sleep', { ms: 60_000 }));
    const changed = await sendMcp(origin, method, { ...params, taskId: `${taskId.slice(0, -3)}AAA` });
    expect(changed.error?.code).toBe(-32602);
    expect((await sendMcp(origin, method, {})).error?.code).toBe(-32602);
    await sendMcp(origin, 'tasks/cancel', { taskId });
  },
);

test.for(['tasks/list', 'tasks/result'])('%s of an older draft is no method', async (method) => {
  const { origin } = await open();
  const { http, error } = await sendMcp(origin, method, { taskId: 'none' });
  expect([http, error?.code]).toEqual([404, -32601]);
});

test('who does not declare tasks can not listen to them', async () => {
  const { origin } = await open();
  const listen = { notifications: { toolsListChanged: true, taskIds: ['any'] } };
  const { http, error } = await sendMcp(origin, 'subscriptions/listen', listen, { capabilities: {} });
  expect([http, error?.code]).toEqual([400, -32021]);
});

test('a task that is cancelled says how far it had come, and cancelling it again does nothing', async () => {
  const { origin } = await open();
  const taskId = await taskIdOf(callAsTask(origin, 'system_sleep', { ms: 60_000 }));
  const { result } = await sendMcp(origin, 'tasks/cancel', { taskId });
  expect(Object.keys(result ?? {}).sort()).toEqual(['_meta', 'resultType']);
  const cancelled = await taskWhen([origin], taskId, 'cancelled');
  expect(cancelled.statusMessage).toBe('The caller cancelled during system.sleep; effect: none');
  expect((await sendMcp(origin, 'tasks/cancel', { taskId })).result).toEqual(result);
  expect((await sendMcp(origin, 'tasks/get', { taskId })).result).toEqual(cancelled);
});

test('a task that is cancelled and done all the same is completed', async () => {
  const { origin } = await open();
  const taskId = await taskIdOf(callAsTask(origin, 'slow_pay', {}));
  await sendMcp(origin, 'tasks/cancel', { taskId });
  const { result } = await taskWhen([origin], taskId, 'completed');
  expect(result).toMatchObject({ structuredContent: { outcome: { effect: 'applied', result: 'paid' } } });
});

test.for([
  { name: 'slow_throw', error: { code: -32603, data: { code: 'internal', effect: 'unknown' } } },
  { name: 'slow_misspeak', error: { code: -32000, message: 'Out of paper', data: { effect: 'unknown' } } },
])('$name: a task that ends with an error of the protocol has failed', async ({ name, error }) => {
  const { origin } = await open({ always: ['slow.*'] });
  const failed = await taskWhen([origin], await taskIdOf(callAsTask(origin, name, {})), 'failed');
  expect(failed.error).toMatchObject(error);
  expect(failed).not.toHaveProperty('result');
});

test('a task whose tool reports an error is completed, with that', async () => {
  const { origin } = await open({ always: ['slow.*'] });
  const completed = await taskWhen([origin], await taskIdOf(callAsTask(origin, 'slow_report', {})), 'completed');
  expect(completed.result).toMatchObject({ isError: true, structuredContent: { outcome: { effect: 'partial' } } });
  expect(completed).not.toHaveProperty('error');
});

test('a task asks between acts that are done over, each question under a key of its own', async () => {
  const { origin } = await open({ always: ['slow.*'] });
  const taskId = await taskIdOf(callAsTask(origin, 'slow_greet', {}));
  const first = await taskWhen([origin], taskId, 'input_required');
  expect(first.inputRequests).toMatchObject({ '1.it': { method: 'elicitation/create', params: { mode: 'form' } } });
  const answer = await sendMcp(origin, 'tasks/update', {
    taskId,
    inputResponses: { '1.it': accept('Ada'), '2.it': accept('unasked') },
  });
  expect(Object.keys(answer.result ?? {}).sort()).toEqual(['_meta', 'resultType']);
  await until(async () => {
    const { result } = await sendMcp(origin, 'tasks/get', { taskId });
    return Object.hasOwn(Object(result?.inputRequests), '2.it');
  });
  await sendMcp(origin, 'tasks/update', { taskId, inputResponses: { '2.it': accept('Lovelace') } });
  const { result } = await taskWhen([origin], taskId, 'completed');
  expect(result).toMatchObject({ structuredContent: { outcome: { result: 'Ada Lovelace' } } });
});

test('a call that need not be a task is asked before it is one', async () => {
  const { origin } = await open({ afterMs: 20_000 });
  const { result } = await callAsTask(origin, 'slow_greet', {});
  expect(result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { it: { method: 'elicitation/create' } },
  });
});

test('a call that asks in the middle of its act becomes a task by it, whose time stands still until all is answered', async () => {
  const { origin } = await open({ afterMs: 20_000 });
  const taskId = await taskIdOf(callAsTask(origin, 'slow_ask', {}));
  const asked = await taskWhen([origin], taskId, 'input_required');
  expect(Object.keys(Object(asked.inputRequests))).toEqual(['1.one', '1.two']);
  await pause(SLOW_ROUTE.timeoutMs + 300); // past the deadline that its act would have had
  await sendMcp(origin, 'tasks/update', { taskId, inputResponses: { '1.two': accept('second') } });
  const half = await taskWhen([origin], taskId, 'input_required');
  expect(Object.keys(Object(half.inputRequests))).toEqual(['1.one']);
  await sendMcp(origin, 'tasks/update', {
    taskId,
    inputResponses: { '1.two': accept('late'), '1.one': accept('first') },
  });
  const { result } = await taskWhen([origin], taskId, 'completed');
  expect(result).toMatchObject({ structuredContent: { outcome: { result: 'first second' } } });
});

test.for([
  { name: 'slow_greet', effect: 'none' },
  { name: 'slow_ask', effect: 'partial' },
])('$name: a task that is cancelled while it asks is cancelled', async ({ name, effect }) => {
  const { origin } = await open({ always: ['slow.*'] });
  const taskId = await taskIdOf(callAsTask(origin, name, {}));
  await taskWhen([origin], taskId, 'input_required');
  await sendMcp(origin, 'tasks/cancel', { taskId });
  const cancelled = await taskWhen([origin], taskId, 'cancelled');
  expect(cancelled.statusMessage).toContain(`effect: ${effect}`);
  expect(cancelled).not.toHaveProperty('inputRequests');
});

test('a task does not ask what its client has not declared', async () => {
  const { origin } = await open({ always: ['slow.*'] });
  const capabilities = { extensions: { [TASKS]: {} } };
  for (const name of ['slow_greet', 'slow_ask']) {
    const taskId = await taskIdOf(callAsTask(origin, name, {}, { capabilities }));
    const { result } = await taskWhen([origin], taskId, 'completed');
    expect(result).toMatchObject({ structuredContent: { outcome: { error: { code: 'input_required' } } } });
  }
});

test('whoever leaves questions open has calls under way, and may have no more of them than others', async () => {
  const { limits } = testSettings();
  const { origin } = await open({ always: ['slow.*'] }, { limits: { ...limits, inFlightPerPrincipal: 1 } });
  const taskId = await taskIdOf(callAsTask(origin, 'slow_greet', {}));
  await taskWhen([origin], taskId, 'input_required');
  const { result } = await callAsTask(origin, 'slow_greet', {});
  expect(result).toMatchObject({ isError: true, structuredContent: { outcome: { error: { code: 'rate_limited' } } } });
  await sendMcp(origin, 'tasks/cancel', { taskId });
  await taskWhen([origin], taskId, 'cancelled');
});

test('a task of somebody else is none', async () => {
  const { origin } = await open({}, apiKeys(apiKey('alice'), apiKey('bob')));
  const taskId = await taskIdOf(callAsTask(origin, 'slow_pay', {}, { token: keyOf('alice') }));
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    const { error } = await sendMcp(origin, method, { taskId, inputResponses: {} }, { token: keyOf('bob') });
    expect(error?.code).toBe(-32602);
  }
  expect((await sendMcp(origin, 'tasks/get', { taskId }, { token: keyOf('alice') })).result?.taskId).toBe(taskId);
});

test('where there is no room for another exchange, what need not be a task is answered all the same', async () => {
  const { polling } = testSettings();
  const { origin } = await open({ required: ['slow.pay'] }, { polling: { ...polling, running: 1 } });
  const taskId = await taskIdOf(callAsTask(origin, 'system_sleep', { ms: 60_000 }));
  expect((await callAsTask(origin, 'system_sleep', { ms: 100 })).result).toMatchObject({ isError: false });
  const { result } = await callAsTask(origin, 'slow_pay', {});
  expect(result).toMatchObject({ isError: true, structuredContent: { outcome: { error: { code: 'overloaded' } } } });
  await sendMcp(origin, 'tasks/cancel', { taskId });
});
