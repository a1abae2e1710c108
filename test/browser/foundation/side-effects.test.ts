import { beforeAll, expect, test } from 'vitest';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { element, openTestAdapter, type TestAdapter } from './open-test-adapter.ts';

const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;
let browser: TestAdapter;

const button = (id: string, script: string) => `<button id="${id}" onclick="${script}">${id}</button>`;

beforeAll(async () => {
  chromium = await own(launchChromium());
  site = await own(
    servePages({
      '/': [
        '<title>Start</title>',
        button('idle', ''),
        '<a id="link" href="/next?step=2&token=s3cret">next</a>',
        button('hash', "location.hash = 'part'"),
        button('push', "history.pushState(null, '', '/pushed')"),
        button('post', "fetch('/save', { method: 'POST' })"),
        button('slow', "fetch('/slow', { method: 'POST' }).then(() => { location.href = '/next' })"),
        button('stream', "fetch('/stream')"),
        button('error', "console.error('went wrong', 42)"),
        button('throws', "throw new Error('not caught')"),
        button('many', "for (let i = 0; i < 200; i++) console.error('line ' + i)"),
        button('download', "location.href = '/file'"),
        button('window', "window.open('/next')"),
        '<input id="field" oninput="console.error(\'typed \' + this.value)">',
      ].join(''),
      '/next': '<title>Next</title><h1>next</h1>',
      '/save': 'saved',
      '/slow': (_request, response) => void setTimeout(() => response.end('ok'), 500),
      '/stream': (_request, response) => void response.write('never ends'),
      '/file': (_request, response) => {
        response.setHeader('content-disposition', 'attachment; filename="report.txt"');
        response.end('report');
      },
    }),
  );
  browser = await own(
    openTestAdapter({
      endpoint: chromium.endpoint,
      allow_origins: [site.origin],
      allow_private_addresses: true,
    }),
  );
});

async function clickOn(id: string) {
  const page = await browser.open(site.origin);
  const acted = await browser.act('ui_interaction.click', {}, { page, resources: [element(`#${id}`)] });
  return { page, acted, sideEffects: acted.verification?.side_effects };
}

test.for([
  { id: 'idle', expected: [], because: 'nothing happened' },
  { id: 'link', expected: ['navigation_to:/next?step=2&token=***'], because: 'secrets in addresses are masked' },
  { id: 'hash', expected: ['navigation_to:/#part'], because: 'a change within the document is a navigation too' },
  { id: 'push', expected: ['navigation_to:/pushed'], because: 'so is a pushed state' },
  { id: 'post', expected: ['request:POST /save'], because: 'only requests that change something count' },
  {
    id: 'slow',
    expected: ['request:POST /slow', 'navigation_to:/next'],
    because: 'what a request leads to is awaited',
  },
  { id: 'error', expected: ['console_error:went wrong 42'], because: 'an error in the console is shown' },
  { id: 'throws', expected: ['console_error:Error: not caught'], because: 'so is one that nobody caught' },
  { id: 'download', expected: ['download:report.txt'], because: 'a download is named and not kept' },
])('clicking $id is reported as $expected: $because', async ({ id, expected }) => {
  const { acted, sideEffects } = await clickOn(id);
  expect(acted).toMatchObject({ effect: 'applied', verification: { status: 'verified' } });
  expect(acted.failure).toBeUndefined();
  expect(sideEffects).toEqual(expected);
});

test('a window that a click opens is named by its target id, which page.list knows', async () => {
  const { sideEffects } = await clickOn('window');
  const [effect] = sideEffects ?? [];
  expect(sideEffects).toHaveLength(1);
  const { pages } = await browser.result('page.list');
  expect(pages).toContainEqual(
    expect.objectContaining({ target_id: effect?.replace('new_target:', ''), title: 'Next' }),
  );
});

test('what was typed does not come back in an error of the page', async () => {
  const page = await browser.open(site.origin);
  const settings = { page, resources: [element('#field')] };
  const acted = await browser.act('ui_interaction.input', { text: 'hunter2-hunter2' }, settings);
  expect(acted.failure).toBeUndefined();
  expect(acted.verification?.side_effects).toContain('console_error:typed ***');
  expect(JSON.stringify(acted.verification?.side_effects)).not.toContain('hunter2-hunter2');
});

test('many effects are cut off, and the answer says so', async () => {
  const { sideEffects } = await clickOn('many');
  expect(sideEffects).toHaveLength(51);
  expect(sideEffects?.at(-1)).toBe('more:150');
});

test('a post-condition that does not come true is told with what was found, and the click stands', async () => {
  const page = await browser.open(site.origin);
  const payload = { expect: { url: '/elsewhere' } };
  const settings = { page, resources: [element('#link')], timeoutMs: 1_500 };
  const acted = await browser.act('ui_interaction.click', payload, settings);
  expect(acted).toMatchObject({
    effect: 'applied',
    verification: { status: 'contradicted', side_effects: ['navigation_to:/next?step=2&token=***'] },
    failure: {
      kind: 'postcondition_contradicted',
      details: { expected: { url: '/elsewhere' }, actual: { url: `${site.origin}/next?step=2&token=***` } },
    },
  });
});
