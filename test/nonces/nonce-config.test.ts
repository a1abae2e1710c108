import { describe, expect, test } from 'vitest';
import { load, SECRET } from '../config/load-for-test.ts';
import { openTestService } from '../open-test-service.ts';

const REPLICAS = 'replicas: 3\nlisten: { internal: "10.0.0.5:8081" }\n';
const REQUIRED = 'routes:\n  - match: { type: system }\n    target: system\n    nonce: required\n';
const REDIS = 'redis://:hunter2@10.0.0.7:6379/0';

const read = (text: string) => load(text, { env: { WAYBILL_SECRET: SECRET, REDIS_URL: REDIS } });

describe('a configuration of nonces is read', () => {
  test.for([
    {
      because: 'one replica remembers them itself',
      text: 'adapters: {}',
      nonce: { store: 'memory', ttlMs: 600_000, answerBytes: 16_384 },
    },
    { because: 'several would each forget what the others did', text: REPLICAS, nonce: { store: 'off' } },
    {
      because: 'an address may come from the environment',
      text: 'nonce: { store: redis, url: "$' + '{REDIS_URL}" }',
      nonce: { store: 'redis', url: REDIS },
    },
    {
      because: 'they outlive the ids that they protect',
      text: 'context: { domains: { slow: { max_age_ms: 3600000 } } }',
      nonce: { ttlMs: 3_630_000 },
    },
    { because: 'they may be kept longer', text: 'nonce: { ttl_ms: 700000 }', nonce: { ttlMs: 700_000 } },
  ])('so that $because', ({ text, nonce }) => {
    expect(read(text)).toMatchObject({ settings: { nonce } });
  });

  test('so that it says which route requires them, and that one process alone remembers them', () => {
    const loaded = read(REQUIRED);
    expect(loaded).toMatchObject({ settings: { routes: [{ nonce: 'required' }] } });
    expect(loaded).toMatchObject({ warnings: [expect.stringContaining('remembered by this process alone')] });
  });
});

describe('a configuration is refused', () => {
  test.for([
    {
      because: 'memory for many',
      text: `${REPLICAS}nonce: { store: memory }\n`,
      where: '3:17',
      says: 'one process only',
    },
    {
      because: 'nonces that nobody keeps',
      text: `${REPLICAS}${REQUIRED}`,
      where: '6:12',
      says: 'unless they share a store',
    },
    {
      because: 'nonces that are off',
      text: `nonce: { store: off }\n${REQUIRED}`,
      where: '5:12',
      says: 'nonce.store is off',
    },
    { because: 'Redis nowhere', text: 'nonce: { store: redis }\n', where: '1:1', says: 'needs the address' },
    {
      because: 'an address for nobody',
      text: `nonce: { url: "${REDIS}" }\n`,
      where: '1:10',
      says: 'the store is not redis',
    },
    {
      because: 'an address of something else',
      text: 'nonce: { store: redis, url: "https://:hunter2@cache.example" }\n',
      where: '1:29',
      says: 'no address of a Redis',
    },
    {
      because: 'nonces that are forgotten before their ids',
      text: 'nonce: { ttl_ms: 60000 }\n',
      where: '1:18',
      says: 'shorter than the life of a context id: 330000',
    },
    { because: 'another word', text: 'nonce: { store: memcached }\n', where: '1:17', says: 'found "memcached"' },
    { because: 'a wrong place', text: 'ttl_ms: 600000\n', where: '1:1', says: 'unknown key "ttl_ms"' },
  ])('for $because', ({ text, where, says }) => {
    const loaded = read(text);
    if (!('problems' in loaded)) throw new Error('It was read');
    expect(loaded.problems.map((problem) => problem.where)).toContain(`waybill.yaml:${where}`);
    expect(JSON.stringify(loaded.problems).replaceAll('\\"', '"')).toContain(says);
    expect(JSON.stringify(loaded.problems)).not.toContain('hunter2');
  });
});

test('A reload can not change the store, as another one would know of no nonce; the rest of the section it can', async () => {
  const service = await openTestService();
  const nonce = { ...service.settings.nonce, store: 'off' } as const;
  await expect(service.reload({ ...service.settings, nonce })).rejects.toThrow(
    'nonce.store and nonce.url cannot change',
  );
  await service.reload({ ...service.settings, nonce: { ...service.settings.nonce, answerBytes: 1 } });
});
