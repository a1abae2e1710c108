import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { SECRET } from '../config/load-for-test.ts';

test('the configuration of the guide is accepted', () => {
  const page = readFileSync(new URL('../../docs/how-to/http-back-ends.md', import.meta.url), 'utf8');
  const text = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
  const env = { WAYBILL_SECRET: SECRET, REPORTS_SECRET: 'a secret' };
  const loaded = loadConfig({ file: { name: 'guide.yaml', text }, env, kinds: ADAPTER_KINDS });
  expect('problems' in loaded ? loaded.problems : []).toEqual([]);
  expect(text).toContain('kind: http');
});
