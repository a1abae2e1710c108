import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NonceSettings } from '../../src/config/settings.ts';
import { serve } from '../cli/run-waybill.ts';
import { exchange } from '../http/exchange.ts';
import { goodRequest } from '../http/good-request.ts';
import { openLab } from '../http/open-lab.ts';
import { until } from '../http/until.ts';
import type { TestService } from '../open-test-service.ts';
import { scrape } from '../telemetry/scrape.ts';
import { openLastingRedis, openRedis } from './open-redis.ts';
import { onceRequest, send } from './send-once.ts';
import { openSlowProxy } from './slow-proxy.ts';

const LIMIT_MS = 60_000;
/** Far above what a refusal takes, and far below what a Redis that answers nothing would hold a request up for. */
const AT_ONCE_MS = 400;

const inRedis = (url: string): { readonly nonce: NonceSettings } => ({
  nonce: { store: 'redis', url, ttlMs: 600_000, answerBytes: 16_384 },
});

async function ready(service: TestService): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse((await exchange(service.origin, { method: 'GET', path: '/readyz' })).text);
}

async function isDegraded(service: TestService): Promise<boolean> {
  return (await ready(service)).status === 'degraded';
}

const unavailable = {
  http: 503,
  answer: {
    outcome: { status: 'rejected', effect: 'none', error: { code: 'nonce_unavailable', recoverable: true } },
  },
};

async function timed<Value>(work: Promise<Value>): Promise<{ readonly value: Value; readonly tookMs: number }> {
  const startedMs = performance.now();
  const value = await work;
  return { value, tookMs: performance.now() - startedMs };
}

describe('while Redis is not there', { timeout: LIMIT_MS }, () => {
  test.for(['SIGTERM', 'SIGKILL'] as const)(
    'after %s what needs a nonce is refused at once, everything else goes on; once it is back, so does this',
    async (signal) => {
      const redis = await openLastingRedis();
      const { lab, service } = await openLab(inRedis(redis.url));
      const before = onceRequest(service.settings, 'before');
      const first = await send(service.origin, before);
      expect(await ready(service)).toMatchObject({ status: 'healthy', nonces: { status: 'healthy' } });

      redis.signal(signal);
      await redis.exited();
      await until(() => isDegraded(service));
      const { value, tookMs } = await timed(send(service.origin, onceRequest(service.settings, 'meanwhile')));
      expect(value).toMatchObject(unavailable);
      expect(tookMs).toBeLessThan(AT_ONCE_MS);
      expect(await send(service.origin, before)).toMatchObject(unavailable);
      const read = onceRequest(service.settings, 'reading', {}, 'lab.read');
      const able = { ...read.client_capabilities, supported_actions: ['read', 'act'] };
      expect((await send(service.origin, { ...read, client_capabilities: able })).http).toBe(200);
      expect((await send(service.origin, goodRequest(service.settings, 'lab.act'))).http).toBe(200);
      expect((await scrape(service.origin)).get('waybill_nonce_store_up')).toMatchObject([{ value: 0 }]);
      expect(lab.acts.length).toBe(3);

      await redis.restart();
      await until(async () => !(await isDegraded(service)));
      expect((await send(service.origin, before)).answer).toEqual({ ...first.answer, replayed: true });
      expect((await send(service.origin, onceRequest(service.settings, 'meanwhile'))).http).toBe(200);
      expect(lab.acts.length).toBe(4);
    },
  );

  test('an action that is under way ends with its true answer, which is written down once Redis is back', async () => {
    const redis = await openLastingRedis();
    const { lab, service } = await openLab(inRedis(redis.url));
    const request = onceRequest(service.settings, 'long', { do: 'wait', ms: 800 });
    const first = send(service.origin, request);
    await until(() => lab.acts.length === 1);
    redis.signal('SIGKILL');
    await redis.exited();
    const { http, answer } = await first;
    expect({ http, status: answer.outcome.status }).toEqual({ http: 200, status: 'fulfilled' });
    await redis.restart();
    await until(async () => (await send(service.origin, request)).http === 200, 20_000);
    expect((await send(service.origin, request)).answer).toEqual({ ...answer, replayed: true });
    expect(lab.acts.length).toBe(1);
  });

  test('a service is told to end, and ends all the same', async () => {
    const redis = await openRedis();
    const service = await serve(`nonce: { store: redis, url: "${redis.url}" }`);
    await service.wrote('nonces are remembered in Redis');
    redis.signal('SIGSTOP');
    service.signal('SIGTERM');
    const { value, tookMs } = await timed(service.ended());
    expect(value).toBe(0);
    expect(tookMs).toBeLessThan(10_000); // limits.shutdown_ms
  });

  test('the service starts all the same', async () => {
    const redis = await openRedis();
    redis.signal('SIGTERM');
    await redis.exited();
    const { service } = await openLab(inRedis(redis.url));
    expect(await ready(service)).toMatchObject({ status: 'degraded', nonces: { detail: 'Redis: ECONNREFUSED' } });
    expect(await send(service.origin, onceRequest(service.settings, 'early'))).toMatchObject(unavailable);
    await redis.restart();
    await until(async () => !(await isDegraded(service)), 20_000);
    expect((await send(service.origin, onceRequest(service.settings, 'early'))).http).toBe(200);
  });
});

describe('while Redis is there and answers nothing', { timeout: LIMIT_MS }, () => {
  test('a claim of which nobody knows whether it was heard is taken back: the action runs later, once', async () => {
    const redis = await openRedis();
    const { lab, service } = await openLab(inRedis(redis.url));
    await send(service.origin, onceRequest(service.settings, 'warm'));
    redis.signal('SIGSTOP');
    const requests = Array.from({ length: 20 }, (_, index) => onceRequest(service.settings, `held-${index}`));
    const held = await Promise.all(requests.map((request) => send(service.origin, request)));
    for (const told of held) expect(told).toMatchObject(unavailable);
    const { value, tookMs } = await timed(send(service.origin, onceRequest(service.settings, 'next')));
    expect(value).toMatchObject(unavailable);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
    expect(await ready(service)).toMatchObject({ status: 'degraded', nonces: { detail: expect.any(String) } });
    expect(lab.acts.length).toBe(1);

    redis.signal('SIGCONT');
    await until(async () => !(await isDegraded(service)), 20_000);
    for (const request of requests) {
      await until(async () => (await send(service.origin, request)).http === 200, 20_000);
      expect((await send(service.origin, request)).answer.replayed).toBe(true);
    }
    expect(lab.acts.length).toBe(21);
  });

  test('one that hangs between the look and the claim leaves nothing claimed', async () => {
    const redis = await openRedis();
    const { lab, service } = await openLab(inRedis(redis.url));
    const lever = { type: 'lever', identifier: 'left', state: 'on', metadata: { took_ms: 400 } };
    const request = { ...onceRequest(service.settings, 'between', {}, 'lab.pull'), resources: [lever] };
    const told = send(service.origin, request);
    await until(() => lab.looks.length === 1);
    redis.signal('SIGSTOP');
    expect(await told).toMatchObject(unavailable);
    expect(lab.acts.length).toBe(0);
    redis.signal('SIGCONT');
    await until(async () => (await send(service.origin, request)).http === 200, 20_000);
    expect(lab.acts.length).toBe(1);
  });

  test('a slow one costs the first requests half a second, and the others nothing', async () => {
    const redis = await openRedis();
    const proxy = await openSlowProxy(redis.port);
    const { service } = await openLab(inRedis(proxy.url));
    expect((await send(service.origin, onceRequest(service.settings, 'fast'))).http).toBe(200);
    proxy.delayMs = 1000;
    const first = Array.from({ length: 10 }, (_, index) => onceRequest(service.settings, `slow-${index}`));
    for (const told of await Promise.all(first.map((request) => send(service.origin, request)))) {
      expect(told).toMatchObject(unavailable);
    }
    for (let count = 0; count < 20; count += 1) {
      const { value, tookMs } = await timed(send(service.origin, onceRequest(service.settings, `later-${count}`)));
      expect(value).toMatchObject(unavailable);
      expect(tookMs).toBeLessThan(AT_ONCE_MS);
    }
    expect(await isDegraded(service)).toBe(true);
    proxy.delayMs = 0;
    await until(async () => !(await isDegraded(service)), 20_000);
    expect((await send(service.origin, onceRequest(service.settings, 'fast-again'))).http).toBe(200);
  });
});

describe('Redis', { timeout: LIMIT_MS }, () => {
  test('that takes no writes is out of use, and in use again once it does', async () => {
    const redis = await openRedis();
    const { service } = await openLab(inRedis(redis.url));
    const direct = new Redis(redis.url);
    onTestFinished(() => direct.disconnect());
    await direct.config('SET', 'maxmemory', '1');
    for (const nonce of ['1', '2', '3', '4', '5', '6']) {
      expect(await send(service.origin, onceRequest(service.settings, nonce))).toMatchObject(unavailable);
    }
    expect(await ready(service)).toMatchObject({ status: 'degraded', nonces: { detail: 'Redis: OOM' } });
    await direct.config('SET', 'maxmemory', '0');
    await until(async () => !(await isDegraded(service)), 20_000);
    expect((await send(service.origin, onceRequest(service.settings, '7'))).http).toBe(200);
  });

  test('never sees a nonce, a payload or an answer', async () => {
    const redis = await openRedis();
    const { service } = await openLab(inRedis(redis.url));
    const request = onceRequest(service.settings, 'NONCE-IN-PLAIN', { do: 'fill', letters: 30, letter: 'hunter2' });
    expect((await send(service.origin, request)).answer.outcome.result).toMatchObject({ text: /hunter2/ });
    const direct = new Redis(redis.url);
    onTestFinished(() => direct.disconnect());
    const keys = await direct.keys('*');
    const stored = JSON.stringify([keys, await Promise.all(keys.map((key) => direct.get(key)))]);
    expect(keys.length).toBeGreaterThan(0);
    for (const secret of ['hunter2', 'NONCE-IN-PLAIN', 'user_1', 'fulfilled']) expect(stored).not.toContain(secret);
    expect(await direct.pttl(keys.find((key) => key.length > 64) ?? '')).toBeLessThanOrEqual(600_000);
  });

  test('that refuses the password is told so, and nobody else learns it', async () => {
    const redis = await openRedis(['--requirepass', 'right-password']);
    const url = (password: string) => `redis://:${password}@127.0.0.1:${redis.port}`;
    const { service } = await openLab(inRedis(url('wrong-password')));
    expect(await ready(service)).toMatchObject({ status: 'degraded', nonces: { detail: 'Redis: WRONGPASS' } });
    expect(JSON.stringify([service.log(), await ready(service)])).not.toContain('wrong-password');
    const { service: other } = await openLab(inRedis(url('right-password')));
    expect((await send(other.origin, onceRequest(other.settings, 'in'))).http).toBe(200);
  });

  test('whose entry can not be read is taken at its word that there is one', async () => {
    const redis = await openRedis();
    const { lab, service } = await openLab(inRedis(redis.url));
    const request = onceRequest(service.settings, 'spoilt');
    await send(service.origin, request);
    const direct = new Redis(redis.url);
    onTestFinished(() => direct.disconnect());
    for (const key of await direct.keys('waybill:nonce:*')) await direct.set(key, 'spoilt');
    const again = await send(service.origin, request);
    expect(again.answer.outcome.error).toMatchObject({ code: 'nonce_replayed', details: { effect: 'unknown' } });
    expect(lab.acts.length).toBe(1);
  });
});
