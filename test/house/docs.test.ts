import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './plant.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest: {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
} = JSON.parse(read('package.json'));

test('the page on dependencies has a line for each of them and for nothing else', () => {
  const lines = read('docs/decisions/2026-11-30-dependencies.md').matchAll(/^\| (?!package|-)(\S+) \|/gm);
  const packages = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  expect([...lines].map(([, name]) => name).sort()).toEqual(packages.sort());
});

test('every dependency is pinned exactly', () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))).toEqual([]);
});

test.for(['AGENTS.md', 'README.md', 'docs/operating.md'])('every npm script that %s names exists', (page) => {
  const named = [...read(page).matchAll(/npm (?:run )?([a-z][a-z0-9-]*)/g)].map(([, name = '']) => name);
  const missing = named.filter((name) => !['ci', 'install', 'i'].includes(name) && !(name in manifest.scripts));
  expect(named.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test('the list of decisions names every page, and only pages that exist', () => {
  const named = [...read('docs/decisions/README.md').matchAll(/\]\((\S+\.md)\)/g)].map(([, file]) => file);
  const pages = readdirSync(join(ROOT, 'docs/decisions')).filter((file) => file !== 'README.md');
  expect(named.sort()).toEqual(pages.sort());
});

const PAGES = [
  'AGENTS.md',
  'ARCHITECTURE.md',
  'README.md',
  'SECURITY.md',
  'docs/operating.md',
  'docs/reference/adapter-testing.md',
  'docs/reference/mcp.md',
  'docs/decisions/README.md',
];

test.for(PAGES)('every relative link in %s leads to a file', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(ROOT, page, '..', link)))).toEqual([]);
});
