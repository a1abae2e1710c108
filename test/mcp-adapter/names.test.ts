import { expect, test } from 'vitest';
import { compileGlobs } from '../../adapters/mcp/tools/globs.ts';
import { nameTools } from '../../adapters/mcp/tools/name-tools.ts';

const long = 'a'.repeat(80);

test.for([
  { prefix: 'pw.', names: ['click'], keys: ['pw.click'], because: 'the prefix stands before it' },
  { prefix: '', names: ['click', 'admin.users/list'], keys: ['click', 'admin.users/list'], because: 'both are keys' },
  { prefix: '', names: ['a/b'], keys: ['a_b-c14cdd'], because: 'a type holds no slash' },
  { prefix: 'pw.', names: ['天气', '新闻'], keys: ['pw.__-8d1f83', 'pw.__-26a1a0'], because: 'a key is ASCII' },
  { prefix: 'pw.', names: ['a.b', 'a_b'], keys: ['pw.a.b', 'pw.a_b-8f5b0a'], because: 'hosts see no dots' },
  { prefix: 'pw.', names: [long], keys: [`pw.${'a'.repeat(54)}-`], because: 'hosts take 64 characters' },
  { prefix: '', names: ['.x', 'x.'], keys: ['_x-', 'x_-'], because: 'neither part of a key is empty' },
])('the names $names with the prefix "$prefix" are $keys, as $because', ({ prefix, names, keys }) => {
  const made = [...nameTools(prefix, names).values()];
  const plain = (key: string): string => key.replace(/-[0-9a-f]{0,6}$/, '-');
  expect(made.map(plain)).toEqual(keys.map(plain));
  expect(new Set(made.map((key) => key.replace(/[^A-Za-z0-9_-]/g, '_'))).size).toBe(names.length);
  for (const key of made) {
    expect(key.length).toBeLessThanOrEqual(64);
    expect(key).toMatch(/^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_./-]{1,128})?$/);
  }
});

test('the key of a name does not depend on what else is offered', () => {
  expect(nameTools('', ['b/c']).get('b/c')).toBe(nameTools('', ['a', 'a/c', 'b/c']).get('b/c'));
});

test.for([
  { patterns: ['*'], name: 'any', fits: true },
  { patterns: ['browser_*'], name: 'browser_click', fits: true },
  { patterns: ['browser_*'], name: 'my_browser_click', fits: false },
  { patterns: ['*_click'], name: 'browser_click', fits: true },
  { patterns: ['a*b*c'], name: 'a-b-b-c', fits: true },
  { patterns: ['a*b*c'], name: 'a-c', fits: false },
  { patterns: ['ab*ba'], name: 'aba', fits: false },
  { patterns: ['a**b'], name: 'ab', fits: true },
  { patterns: ['click', 'type'], name: 'type', fits: true },
  { patterns: [], name: 'click', fits: false },
])('whether $name fits $patterns is $fits', ({ patterns, name, fits }) => {
  expect(compileGlobs(patterns)(name)).toBe(fits);
});
