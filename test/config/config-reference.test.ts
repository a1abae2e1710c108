import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Config } from '../../contracts/config.ts';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { GUARD_KINDS } from '../../src/guard-kinds.ts';
import { SECRET } from './load-for-test.ts';
import { renderConfigKeys } from './render-config-keys.ts';

const page = readFileSync(new URL('../../docs/reference/configuration.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => /^\| `[a-z0-9_.*[\]]+` \|/.test(line));
/** Kinds of targets share keys, each of which the page tells once. */
const ofTargets = ['browser', 'http', 'mcp', 'module', 'process', 'websocket'].flatMap((kind) =>
  renderConfigKeys(ADAPTER_KINDS.get(kind)?.options, 'adapters.*'),
);
const keys = [
  ...renderConfigKeys(Config),
  ...new Set(ofTargets),
  ...[...GUARD_KINDS.values()].flatMap(({ options }) => renderConfigKeys(options, 'guards.*')),
];

test('the configuration reference has a row for every key, with its type and default, and for no other', () => {
  const starts = rows.map((line) => line.split('|').slice(0, 4).concat('').join('|'));
  expect(starts.sort()).toEqual(keys.sort());
});

test('every row of the configuration reference says what its key is for', () => {
  expect(rows.filter((line) => (line.split('|')[4] ?? '').trim().length < 10)).toEqual([]);
});

test('every configuration in the reference is accepted', () => {
  const examples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
  const env = {
    WAYBILL_SECRET: SECRET,
    REDIS_URL: 'redis://127.0.0.1:6379',
    PORT: '8080',
    CDP_HOST: '127.0.0.1',
    TRACKER_TOKEN: 't',
  };
  const problems = examples.map((text) => {
    const loaded = loadConfig({ file: { name: 'example.yaml', text }, env, kinds: ADAPTER_KINDS });
    return 'problems' in loaded ? loaded.problems : [];
  });
  expect(examples.length).toBeGreaterThan(2);
  expect(problems.flat()).toEqual([]);
});
