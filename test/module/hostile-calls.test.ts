import { describe, expect, onTestFinished, test } from 'vitest';
import { makeTestCall } from '../../adapter-testing/test-call.ts';
import { openTestHost } from '../../adapter-testing/test-host.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { folderWith } from '../cli/run-waybill.ts';
import { until } from '../http/until.ts';
import { HOSTILE_MODULE } from './hostile-module.ts';
import { BUILT_KIND, openHostile } from './open-hostile.ts';

/** Its thread is ended soon after it stands still, and its memory is small. */
const TIGHT = { silent_ms: 1000, memory_mb: 32 };
const PATIENCE_MS = 20_000;

interface Row {
  readonly because: string;
  readonly payload: JsonObject;
  readonly code: string;
  /** Of an unsafe act; a read says `none`. */
  readonly effect?: 'none' | 'unknown';
  readonly readEffect?: 'none' | 'unknown';
  readonly says: RegExp;
  readonly timeoutMs?: number;
}

/** The module goes on, or is opened again; each row is sent to one service after the other. */
const ROWS: readonly Row[] = [
  { because: 'it throws', payload: { deed: 'throw' }, code: 'adapter_misbehaved', says: /odd broke, during odd/ },
  { because: 'it throws nothing', payload: { deed: 'throw nothing' }, code: 'adapter_misbehaved', says: /broke/ },
  { because: 'it rejects', payload: { deed: 'reject' }, code: 'adapter_misbehaved', says: /broke/ },
  {
    because: 'a promise of its rejects',
    payload: { deed: 'reject later' },
    code: 'adapter_failed',
    says: /outside of any/,
  },
  {
    because: 'a timer throws',
    payload: { deed: 'throw in a timer' },
    code: 'adapter_failed',
    says: /outside of any call/,
  },
  { because: 'a timer throws null', payload: { deed: 'throw null in a timer' }, code: 'adapter_failed', says: /lost/ },
  { because: 'it exits', payload: { deed: 'exit' }, code: 'adapter_failed', says: /ended itself, with exit code 7/ },
  { because: 'it loops', payload: { deed: 'loop' }, code: 'adapter_failed', says: /busy for more than 1000 ms/ },
  {
    because: 'it answers never',
    payload: { deed: 'deaf' },
    code: 'deadline_exceeded',
    readEffect: 'unknown', // the service gives it up, and knows nothing of it
    says: /deadline/i,
    timeoutMs: 300,
  },
  { because: 'its heap grows', payload: { deed: 'fill memory' }, code: 'adapter_failed', says: /more than 32 MiB/ },
  { because: 'its buffers grow', payload: { deed: 'fill buffers' }, code: 'adapter_failed', says: /more than 32 MiB/ },
  {
    because: 'its result is too large',
    payload: { deed: 'fill', letters: 9_000_000 },
    code: 'adapter_misbehaved',
    says: /more than its result_bytes allow: 9\d{6} bytes/,
  },
  {
    because: 'its result is too deep',
    payload: { deed: 'nest', levels: 300 },
    code: 'adapter_misbehaved',
    says: /JSON/,
  },
  { because: 'its result is a cycle', payload: { deed: 'cycle' }, code: 'adapter_misbehaved', says: /as JSON/ },
  { because: 'its result is a bigint', payload: { deed: 'bigint' }, code: 'adapter_misbehaved', says: /as JSON/ },
  { because: 'it gives a function', payload: { deed: 'functions' }, code: 'adapter_misbehaved', says: /as JSON/ },
  { because: 'a getter throws', payload: { deed: 'getter' }, code: 'adapter_misbehaved', says: /as JSON/ },
  { because: 'a proxy throws', payload: { deed: 'proxy' }, code: 'adapter_misbehaved', says: /as JSON/ },
  { because: 'it gives no promise', payload: { deed: 'thenable' }, code: 'adapter_misbehaved', says: /broke/ },
  { because: 'it gives nothing', payload: { deed: 'return' }, code: 'adapter_misbehaved', says: /as JSON/ },
  ...[null, 1, 'done', [], {}, { effect: 'maybe' }, { effect: 'none', verfication: {} }].map((value) => ({
    because: `it gives ${JSON.stringify(value)}`,
    payload: { deed: 'return', value },
    code: 'adapter_misbehaved',
    says: /gave what no adapter may give/,
  })),
  ...[
    {},
    { kind: 'gone', message: 'x' },
    { kind: 'adapter_failed' },
    { kind: 'adapter_failed', message: { a: 1 } },
  ].map((failure) => ({
    because: `its failure is ${JSON.stringify(failure)}`,
    payload: { deed: 'return', value: { effect: 'none', failure } },
    code: 'adapter_misbehaved',
    says: /gave what no adapter may give: \/failure/,
  })),
  {
    because: 'its verification is none',
    payload: { deed: 'return', value: { effect: 'none', verification: { status: 'sure', side_effects: [] } } },
    code: 'adapter_misbehaved',
    says: /\/verification\/status/,
  },
  {
    because: 'its failure holds a password',
    payload: {
      deed: 'return',
      value: { effect: 'none', failure: { kind: 'adapter_failed', message: 'refused: password=hunter2' } },
    },
    code: 'adapter_failed',
    effect: 'none',
    says: /password=\*\*\*/,
  },
];

describe('a module is called and', () => {
  test.for(ROWS)('$because: the caller is told so, and the service and the module go on', async (row, { expect }) => {
    const { payload, code, effect = 'unknown', readEffect = 'none', says, timeoutMs } = row;
    const hostile = await openHostile({ target: TIGHT });
    const more = timeoutMs === undefined ? {} : { timeoutMs };
    const acted = await hostile.act(payload, 'odd.act', more);
    expect(acted.outcome).toMatchObject({ effect, error: { code, message: expect.stringMatching(says) } });
    expect(acted.text).not.toMatch(/hunter2|\.mjs|node_modules| {4}at /);
    expect(await hostile.echoes()).toBe(true);
    await until(async () => (await hostile.health()).status === 'healthy', PATIENCE_MS);
    const read = await hostile.act(payload, 'odd.read', more);
    expect(read.outcome.effect).toBe(readEffect);
    await until(async () => (await hostile.act({}, 'odd.read')).outcome.status === 'fulfilled', PATIENCE_MS);
    expect(JSON.stringify(hostile.log())).not.toContain('=hunter2');
  });
});

test('a call that stands still in the system keeps its target away until it returns, and nothing else', async () => {
  const hostile = await openHostile({ target: TIGHT });
  const { outcome } = await hostile.act({ deed: 'stand still', seconds: 4 });
  expect(outcome).toMatchObject({ effect: 'unknown', error: { message: expect.stringMatching(/busy for more than/) } });
  expect(await hostile.health()).toEqual({ status: 'unhealthy', detail: 'its thread was busy for more than 1000 ms' });
  expect(await hostile.echoes()).toBe(true);
  expect((await hostile.act({})).outcome).toMatchObject({ effect: 'none', error: { code: 'adapter_unavailable' } });
  await until(async () => (await hostile.health()).status === 'healthy', PATIENCE_MS);
});

test('what it throws is in the log with its stack, under the trace id of the answer', async () => {
  const hostile = await openHostile();
  const { trace_id } = await hostile.act({ deed: 'throw' });
  const line = hostile.log().find((entry) => entry.msg === 'the module broke' && entry.trace_id === trace_id);
  expect(line).toMatchObject({ level: 'warn', target: 'odd', during: 'odd.act' });
  expect(line?.error).toMatch(/Error: the password is hunter2\n\s+at .*hostile\.mjs:\d+/);
});

test('keys that reach into prototypes are left out of a result', async () => {
  const hostile = await openHostile();
  const { outcome, text } = await hostile.act({ deed: 'prototype' });
  expect(outcome).toMatchObject({ status: 'fulfilled', result: { kept: 1 } });
  expect(text).not.toContain('polluted');
});

test('what it does to the prototypes of its own thread does not reach the service', async () => {
  const hostile = await openHostile();
  await hostile.act({ deed: 'poison' });
  expect({}).not.toHaveProperty('polluted');
  expect(await hostile.echoes()).toBe(true);
});

test('messages that it writes past its adapter are passed over', async () => {
  const hostile = await openHostile();
  expect((await hostile.act({ deed: 'write to the line' })).outcome.status).toMatch(/fulfilled/);
  expect(await hostile.echoes()).toBe(true);
  await until(async () => (await hostile.act({}, 'odd.read')).outcome.status === 'fulfilled');
});

test('a line that it closes is the end of its thread, and it is opened again', async () => {
  const hostile = await openHostile({ target: TIGHT });
  const { outcome } = await hostile.act({ deed: 'close the line' });
  expect(outcome).toMatchObject({ effect: 'unknown', error: { code: 'adapter_failed' } });
  await until(async () => (await hostile.act({}, 'odd.read')).outcome.status === 'fulfilled', PATIENCE_MS);
});

test('progress is left out as far as the service does not keep up', async () => {
  const folder = folderWith({ 'hostile.mjs': HOSTILE_MODULE });
  const { host } = openTestHost({ folder });
  const adapter = await BUILT_KIND.open({ module: './hostile.mjs' }, host);
  onTestFinished(() => adapter.close());
  const { call } = makeTestCall(adapter, 'odd.act', { payload: { deed: 'flood progress' } });
  let told = 0;
  const progress = (): void => {
    told += 1;
    if (told === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000); // this thread stands still
  };
  const acted = await adapter.execute({
    ...call,
    signal: call.signal,
    remainingMs: () => 60_000,
    progress,
  });
  expect(acted).toEqual({ effect: 'none' });
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(50_000); // of 200,000
});

test('progress that is none is passed over, and so is what it tells after its answer', async () => {
  const hostile = await openHostile();
  expect((await hostile.act({ deed: 'tell nonsense' })).outcome.status).toBe('fulfilled');
  expect((await hostile.act({ deed: 'tell afterwards' })).outcome.status).toBe('fulfilled');
  expect(hostile.said()).toContain('the module told no progress');
});

test('what it prints goes to the log, not to the standard output, masked and so many lines only', async () => {
  const hostile = await openHostile();
  await hostile.act({ deed: 'print', lines: 500 });
  await until(() => hostile.said().some((line) => line === 'printed line 0'));
  const lines = hostile.said().filter((line) => line.startsWith('printed line'));
  expect(lines.length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(hostile.log())).not.toContain('hunter2');
});

test('it sees nothing of the environment that signs in the name of the service', async () => {
  const hostile = await openHostile();
  process.env.WAYBILL_SECRET = 'x'.repeat(32);
  try {
    await hostile.act({ deed: 'exit' }); // opened again, it sees the environment as it is by now
    await until(async () => (await hostile.act({}, 'odd.read')).outcome.status === 'fulfilled');
    expect((await hostile.act({ deed: 'environment' })).outcome.result).toEqual([]);
  } finally {
    delete process.env.WAYBILL_SECRET;
  }
});

test('an act that is cancelled by its deadline says itself how far it had come', async () => {
  const hostile = await openHostile();
  const { outcome } = await hostile.act({ deed: 'wait', ms: 60_000 }, 'odd.act', { timeoutMs: 300 });
  expect(outcome).toMatchObject({ effect: 'partial', error: { code: 'deadline_exceeded' } });
});

test('an act is told how much time is left', async () => {
  const hostile = await openHostile();
  const { outcome } = await hostile.act({ deed: 'wait', ms: 20 }, 'odd.act', { timeoutMs: 10_000 });
  const { remaining } = outcome.result as { remaining: number };
  expect(remaining).toBeGreaterThan(0);
  expect(remaining).toBeLessThan(10_000);
});

describe('a module looks at a resource and', () => {
  const lever = (metadata: JsonObject = {}, identifier = 'left') => [
    { type: 'odd_lever', identifier, state: 'on', metadata },
  ];

  test('says its state: the act goes through, and sees the same call', async () => {
    const hostile = await openHostile();
    const { outcome } = await hostile.act({ deed: 'same' }, 'odd.pull', { resources: lever() });
    expect(outcome).toMatchObject({ status: 'fulfilled', result: { same: true } });
  });

  test('says another state: it is a mismatch', async () => {
    const hostile = await openHostile();
    const { status, outcome } = await hostile.act({}, 'odd.pull', { resources: lever({}, 'right') });
    expect(status).toBe(409);
    expect(outcome.error).toMatchObject({
      code: 'resource_state_mismatch',
      message: expect.stringContaining('is off'),
    });
  });

  test.for([
    { deed: 'throw', code: 'adapter_misbehaved', says: /broke, during odd_lever/ },
    {
      deed: 'return',
      value: { state: 'sideways' },
      code: 'adapter_misbehaved',
      says: /state that it does not declare/,
    },
    { deed: 'return', value: { state: 1 }, code: 'adapter_misbehaved', says: /no adapter may give: \/state/ },
    { deed: 'return', value: { state: 'on', reason: 'Not A Token' }, code: 'adapter_misbehaved', says: /\/reason/ },
    { deed: 'return', value: { kind: 'gone', message: 'x' }, code: 'adapter_misbehaved', says: /\/kind/ },
    { deed: 'exit', code: 'adapter_failed', says: /exit code 7/ },
    { deed: 'deaf', code: 'precheck_timeout', says: /took longer/ },
    {
      deed: 'return',
      value: { kind: 'adapter_unavailable', message: 'the upstream is away', retryAfterMs: 5 },
      code: 'adapter_unavailable',
      says: /is away/,
    },
  ])('$deed $value: nothing is done, and the caller is told $code', async ({ deed, value, code, says }, { expect }) => {
    const hostile = await openHostile();
    const resources = lever({ deed, ...(value !== undefined && { value }) });
    const { outcome } = await hostile.act({}, 'odd.pull', { resources });
    expect(outcome).toMatchObject({
      status: 'rejected',
      effect: 'none',
      error: { code, message: expect.stringMatching(says) },
    });
    expect(await hostile.echoes()).toBe(true);
  });
});
