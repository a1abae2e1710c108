import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const DOCS = new URL('../../docs/', import.meta.url);
const PAGES = [
  'tutorial.md',
  'reference/http-api.md',
  ...readdirSync(new URL('explanation/', DOCS)).map((name) => `explanation/${name}`),
];
const read = (url: URL) => readFileSync(url, 'utf8');

describe.for(PAGES)('the page %s', (page) => {
  test('links only to files that exist', () => {
    const links = [...read(new URL(page, DOCS)).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(fileURLToPath(new URL(link, new URL(page, DOCS)))))).toEqual([]);
  });
});

test('the tutorial names only elements that its page has', () => {
  const site = ['playground.html', 'login.html'].map((name) => read(new URL(`../examples/demo-site/${name}`, DOCS)));
  const ids = [...read(new URL('tutorial.md', DOCS)).matchAll(/dom_element:#([a-z-]+):/g)].map(([, id = '']) => id);
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.filter((id) => !site.join().includes(`id="${id}"`))).toEqual([]);
});
