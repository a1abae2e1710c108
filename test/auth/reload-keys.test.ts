import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '../cli/run-waybill.ts';
import { exchange } from '../http/exchange.ts';
import { apiKey, bearer, keyOf } from './auth-settings.ts';

const config = (...ids: readonly string[]) =>
  [
    'auth:',
    '  mode: api_key',
    '  keys:',
    ...ids.map((id) => `    - { id: ${id}, hash: "sha256:${apiKey(id).sha256}", intents: ["*"] }`),
  ].join('\n');

test('SIGHUP takes new keys and forgets those that are gone, in a running service', async () => {
  const service = await serve(config('alice'));
  const mint = async (id: string) => {
    const body = { domain: 'x', business_key: 'y' };
    return (await exchange(service.origin, { path: '/mcp/v2/contexts', headers: bearer(keyOf(id)), body })).status;
  };
  expect([await mint('alice'), await mint('bob')]).toEqual([200, 401]);
  writeFileSync(join(service.folder, 'waybill.yaml'), config('bob'));
  service.signal('SIGHUP');
  await service.wrote('configuration reloaded');
  expect([await mint('alice'), await mint('bob')]).toEqual([401, 200]);
  expect(`${service.stdout()}${service.stderr()}`.includes('wbk_')).toBe(false);
});
