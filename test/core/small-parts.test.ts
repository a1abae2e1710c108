import { describe, expect, test } from 'vitest';
import { FAILURE_KINDS, FAILURES } from '../../contracts/failure.ts';
import { buildOutcome, httpStatus } from '../../src/core/build-outcome.ts';
import { Caller } from '../../src/core/caller.ts';
import { compileGlob } from '../../src/core/glob.ts';
import { nearest } from '../../src/core/nearest.ts';
import { createObservationCache } from '../../src/core/observation-cache.ts';
import { createRandomIds } from '../../src/core/random-ids.ts';
import { Running } from '../../src/core/running.ts';
import { openSealer } from '../../src/core/sealer.ts';

describe('a glob', () => {
  test.for([
    ['login-*', 'login-flow', true],
    ['login-*', 'login-', true],
    ['login-*', 'xlogin-a', false],
    ['*', '', true],
    ['*flow', 'login-flow', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c', false],
    ['a.c', 'abc', false],
    ['a+(b)[c]?^$|\\{1}', 'a+(b)[c]?^$|\\{1}', true],
    ['a*', 'a\nb', true],
    ['ab*ba', 'aba', false],
    ['a**b', 'ab', true],
    ['*ab*ab', 'ab', false],
    ['*ab*ab', 'abab', true],
    ['', '', true],
    ['', 'a', false],
  ] as const)('%s takes %s: %s', ([pattern, text, takes]) => {
    expect(compileGlob(pattern)(text)).toBe(takes);
  });

  test('of many stars takes no time to say no', () => {
    const startedMs = performance.now();
    expect(compileGlob('*a*a*a*b')('a'.repeat(200))).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });
});

test.for([
  { name: 'system.ecoh', names: ['system.echo', 'system.sleep', 'page.open'], best: 'system.echo' },
  { name: 'ECHO', names: ['echo', 'sleep'], best: 'echo' },
  { name: 'click', names: ['ui_interaction.click', 'click.ui'], best: 'click.ui' },
  { name: 'zzzzzzzz', names: ['echo'], best: undefined },
  { name: '', names: ['echo'], best: undefined },
  { name: 'a', names: [], best: undefined },
])('nearest to $name is $best', ({ name, names, best }) => {
  expect(nearest(name, names)[0]).toBe(best);
});

describe('the HTTP status of a failure', () => {
  test.for(FAILURE_KINDS.map((kind) => [kind] as const))('%s', ([kind]) => {
    const failure = { kind, message: 'x' };
    const before = { effect: 'none', failure } as const;
    const after = { effect: 'unknown', failure } as const;
    expect(httpStatus(before)).toBe(FAILURES[kind].http);
    // Only 429 and 503 promise that nothing was done, so neither may be said once something may have been.
    expect([429, 503]).not.toContain(httpStatus(after));
    expect(buildOutcome(after).status).toBe('partially_fulfilled');
    expect(buildOutcome(before).status).toBe(
      kind === 'postcondition_contradicted' ? 'partially_fulfilled' : 'rejected',
    );
    expect(buildOutcome(before).error).toMatchObject({ code: kind, recoverable: FAILURES[kind].retryable });
    const says = [429, 503].includes(FAILURES[kind].http);
    expect(buildOutcome(before).error?.retry_after_ms !== undefined).toBe(says);
    // "The same request again" is no advice once something was, or may have been, done.
    for (const effect of ['applied', 'partial', 'unknown'] as const) {
      const { error } = buildOutcome({ effect, failure: { ...failure, retryAfterMs: 5 } });
      expect(error?.recoverable).toBe(false);
      expect(error).not.toHaveProperty('retry_after_ms');
    }
  });
});

describe('an observation cache', () => {
  test('forgets what is older than asked for, and the oldest beyond ten thousand', () => {
    let nowMs = 0;
    const cache = createObservationCache(() => nowMs);
    cache.set('first', { state: 'on' });
    nowMs = 100;
    expect(cache.get('first', 100)).toEqual({ state: 'on' });
    expect(cache.get('first', 99)).toBeUndefined();
    for (let index = 0; index < 9_999; index += 1) cache.set(String(index), { state: 'on' });
    expect(cache.get('first', 1000)).toBeDefined();
    cache.set('first', { state: 'off' }); // set anew, it is the youngest
    cache.set('one more', { state: 'on' });
    expect(cache.get('0', 1000)).toBeUndefined();
    expect(cache.get('first', 1000)).toEqual({ state: 'off' });
  });
});

describe('random ids', () => {
  test('are hex of the right length and never the same, over many refills of their pool', () => {
    const ids = createRandomIds();
    const traces = Array.from({ length: 2000 }, () => ids.traceId());
    const spans = Array.from({ length: 2000 }, () => ids.spanId());
    expect(traces.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect(spans.every((id) => /^[0-9a-f]{16}$/.test(id))).toBe(true);
    expect(new Set([...traces, ...spans]).size).toBe(4000);
  });
});

describe('running requests', () => {
  test('are waited for until the last has left', async () => {
    const running = new Running();
    await running.whenIdle();
    running.enter();
    running.enter();
    let idle = false;
    const waited = running.whenIdle().then(() => {
      idle = true;
    });
    running.leave();
    await Promise.resolve();
    expect(idle).toBe(false);
    running.leave();
    await waited;
    expect(idle).toBe(true);
  });
});

describe('a caller', () => {
  test('leaves once, for the first reason', () => {
    const caller = new Caller();
    const heard: string[] = [];
    caller.onLeave((why) => heard.push(why));
    caller.leave('gone');
    caller.leave('cancelled');
    expect(heard).toEqual(['gone']);
    expect(caller.left).toBe('gone');
  });

  test('that has left already is heard of at once', () => {
    const caller = new Caller();
    caller.leave('cancelled');
    const heard: string[] = [];
    caller.onLeave((why) => heard.push(why));
    expect(heard).toEqual(['cancelled']);
  });
});

describe('a sealer', () => {
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const value = { page: 'p1', principal: 'anonymous' };
  const seal = (secrets: readonly Uint8Array[], nowMs = 1000) => openSealer(secrets, () => nowMs);

  test('opens no other text for its token, were it one of the same bytes', async () => {
    const token = await seal([old]).seal('page', value, 2000);
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [...digits].map((digit) => token.slice(0, -1) + digit).filter((other) => other !== token);
    const opened = await Promise.all(others.map((other) => seal([old]).unseal('page', other)));
    expect(opened.filter((kept) => kept !== undefined)).toEqual([]);
  });

  test('gives back what it sealed, to any replica with the key, until it expires', async () => {
    const token = await seal([old]).seal('page', value, 2000);
    expect(token).toMatch(/^[A-Za-z0-9_.-]+$/);
    expect(token).not.toContain('anonymous');
    expect(await seal([old], 1999).unseal('page', token)).toEqual(value);
    expect(await seal([fresh, old]).unseal('page', token)).toEqual(value);
    expect(await seal([old], 2000).unseal('page', token)).toBeUndefined();
  });

  test('gives nothing for another purpose, another key, a changed token, or no token', async () => {
    const token = await seal([old]).seal('page', value, 2000);
    expect(await seal([old]).unseal('approval', token)).toBeUndefined();
    expect(await seal([fresh]).unseal('page', token)).toBeUndefined();
    const at = token.lastIndexOf('.') - 2;
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    expect(await seal([old]).unseal('page', changed)).toBeUndefined();
    expect(await seal([old]).unseal('page', '')).toBeUndefined();
    expect(await seal([old]).unseal('page', 'a.b.c.d.e')).toBeUndefined();
  });
});
