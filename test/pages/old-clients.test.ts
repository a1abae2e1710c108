import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Settings } from '../../src/config/settings.ts';
import { BUILTIN_ACTIONS } from '../../src/core/v1/builtin-actions.ts';
import { startTestService, type TestService } from '../open-test-service.ts';

const page = readFileSync(new URL('../../docs/how-to/let-old-clients-in.md', import.meta.url), 'utf8');
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

function settingsOf(text: string): Settings {
  const env = { WAYBILL_SECRET: 'a-secret-for-tests-0123456789-abcdefgh' };
  const loaded = loadConfig({ file: { name: 'waybill.yaml', text }, env, kinds: ADAPTER_KINDS });
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.settings;
}

const [opening = '', mapping = ''] = blocksOf('yaml');
let service: TestService;
beforeAll(async () => {
  const { v1 } = settingsOf(mapping);
  service = await startTestService(v1 === undefined ? {} : { v1 });
});
afterAll(() => service.close());

describe('the page on old clients', () => {
  test('opens the door by its first lines', () => {
    expect(settingsOf(opening).v1).toEqual({ domain: 'v1', actions: new Map() });
  });

  test('lists the built-in actions with what they become', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| `([\w.]+)`/gm)].map(([, action, intent]) => [action, intent]);
    expect(rows).toEqual(Object.entries(BUILTIN_ACTIONS).map(([action, { intent }]) => [action, intent]));
  });

  test('shows answers as they come', async () => {
    const exchanges = blocksOf('json').map((block) => JSON.parse(block));
    expect(exchanges).toHaveLength(4);
    for (let index = 0; index < exchanges.length; index += 2) {
      const [body, shown] = exchanges.slice(index);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${service.origin}/mcp/v1`, { method: 'POST', headers, body: JSON.stringify(body) });
      const { trace_id, ...answer } = JSON.parse(await response.text());
      expect({ ...answer, trace_id: shown.trace_id }).toEqual(shown);
      expect(trace_id).toMatch(/^[0-9a-f]{32}$/);
    }
  });
});
