import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const DOCS = new URL('../../docs/', import.meta.url);
const PAGES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
const read = (url: URL) => readFileSync(url, 'utf8');

/** The anchor that a heading gets where the pages are shown. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** The links of a page to files, without those to other sites. */
function linksOf(page: string): { readonly file: URL; readonly anchor: string }[] {
  const url = new URL(page, DOCS);
  return [...read(url).matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)].map(([, path = '', anchor = '']) => ({
    file: path === '' ? url : new URL(path, url),
    anchor,
  }));
}

describe.for(PAGES)('the page %s', (page) => {
  test('links only to files that exist, and in them to headings that exist', () => {
    const missing = linksOf(page).filter(({ file, anchor }) => {
      if (!existsSync(fileURLToPath(file))) return true;
      const anchors =
        anchor === '' ? [] : [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text));
      return anchor !== '' && !anchors.includes(anchor);
    });
    expect(missing.map(({ file, anchor }) => `${file.pathname}#${anchor}`)).toEqual([]);
  });
});

test('the tutorial names only elements that its page has', () => {
  const site = ['playground.html', 'login.html'].map((name) => read(new URL(`../examples/demo-site/${name}`, DOCS)));
  const ids = [...read(new URL('tutorial.md', DOCS)).matchAll(/dom_element:#([a-z-]+):/g)].map(([, id = '']) => id);
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.filter((id) => !site.join().includes(`id="${id}"`))).toEqual([]);
});
