import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSealer } from '../../src/core/sealer.ts';
import type { NonceDone, NonceInFlight, NonceStore } from '../../src/core/single-use/nonce-store.ts';
import { MemoryNonceStore } from '../../src/nonces/memory-nonce-store.ts';
import { openNonceStore } from '../../src/nonces/open-nonce-store.ts';
import { until } from '../http/until.ts';
import { openRedis } from './open-redis.ts';

const LONG_MS = 60_000;
const ONE = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const log = { info: () => {}, warn: () => {} };

const running = (action = 'act'): NonceInFlight => ({
  state: 'in_flight',
  action,
  traceId: 't1',
  settledByMs: 1_800_000_000_000,
});
const done = (answer: string | undefined = '{"outcome":{}}'): NonceDone => ({
  state: 'done',
  action: 'act',
  traceId: 't1',
  http: 200,
  status: 'fulfilled',
  effect: 'applied',
  answer,
});

const STORES: readonly { readonly name: string; readonly open: () => Promise<NonceStore> }[] = [
  { name: 'memory', open: async () => new MemoryNonceStore() },
  {
    name: 'redis',
    open: async () => {
      const { url } = await openRedis();
      const settings = { store: 'redis', url, ttlMs: LONG_MS, answerBytes: 1000 } as const;
      const store = await openNonceStore(settings, { sealer: openSealer([randomBytes(32)]), log });
      if (store === undefined) throw new Error('There is a store of this kind');
      onTestFinished(() => store.close(0));
      return store;
    },
  },
];

describe.for(STORES)('the store $name', ({ open }) => {
  test('knows nothing of a nonce that was not used', async () => {
    const store = await open();
    expect(await store.find('key')).toBeUndefined();
  });

  test('lets one of all who claim at once have it', async () => {
    const store = await open();
    const tokens = Array.from({ length: 50 }, (_, index) => String(index).padStart(32, '0'));
    const claims = await Promise.all(tokens.map((token) => store.claim('key', token, running(), LONG_MS)));
    expect(claims.filter((claim) => claim === undefined).length).toBe(1);
    expect(claims.filter((claim) => claim !== undefined)).toEqual(Array(49).fill(running()));
  });

  test.for([done(), done(undefined), done('{"text":"Grüße, 你好"}')])('gives back how it ended', async (entry) => {
    const store = await open();
    await store.claim('key', ONE, running(), LONG_MS);
    expect(await store.find('key')).toEqual(running());
    await store.settle('key', ONE, entry, LONG_MS);
    expect(await store.find('key')).toEqual(entry);
    expect(await store.claim('key', OTHER, running('other'), LONG_MS)).toEqual(entry);
    expect(await store.find('another key')).toBeUndefined();
  });

  test('frees what was released', async () => {
    const store = await open();
    await store.claim('key', ONE, running(), LONG_MS);
    await store.release('key', ONE);
    expect(await store.find('key')).toBeUndefined();
    expect(await store.claim('key', OTHER, running('other'), LONG_MS)).toBeUndefined();
  });

  test('takes nothing from somebody else', async () => {
    const store = await open();
    await store.claim('key', ONE, running(), LONG_MS);
    await store.release('key', OTHER);
    await store.settle('key', OTHER, done(), LONG_MS);
    expect(await store.find('key')).toEqual(running());
  });

  test('forgets what has had its time', async () => {
    const store = await open();
    await store.claim('key', ONE, running(), 50);
    await until(async () => (await store.find('key')) === undefined);
    await store.claim('key', ONE, running(), LONG_MS);
    await store.settle('key', ONE, done(), 50);
    await until(async () => (await store.find('key')) === undefined);
    expect(await store.claim('key', OTHER, running(), LONG_MS)).toBeUndefined();
  });
});

describe('the store in memory', () => {
  const limits = { entries: 3, answerUnits: 40 };

  test('forgets the oldest that has finished first, and never what runs', async () => {
    const store = new MemoryNonceStore(limits);
    for (const key of ['a', 'b', 'c']) store.claim(key, ONE, running(), LONG_MS);
    expect(store.claim('d', ONE, running(), LONG_MS)).toMatchObject({ kind: 'nonce_unavailable' });
    store.settle('b', ONE, done(), LONG_MS);
    store.settle('a', ONE, done(), LONG_MS);
    expect(store.claim('d', ONE, running(), LONG_MS)).toBeUndefined();
    expect(['a', 'b', 'c', 'd'].map((key) => store.find(key)?.state)).toEqual([
      'done',
      undefined,
      'in_flight',
      'in_flight',
    ]);
    expect(store.claim('e', ONE, running(), LONG_MS)).toBeUndefined();
    expect(store.claim('f', ONE, running(), LONG_MS)).toMatchObject({ kind: 'nonce_unavailable' });
  });

  test('forgets old answers before it forgets that there was one', () => {
    const store = new MemoryNonceStore(limits);
    for (const key of ['a', 'b', 'c']) {
      store.claim(key, ONE, running(), LONG_MS);
      store.settle(key, ONE, done('x'.repeat(20)), LONG_MS);
    }
    expect(store.find('a')).toEqual({ ...done(), answer: undefined });
    expect(store.find('b')).toEqual(done('x'.repeat(20)));
  });
});
