import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { asObject, element, openTestAdapter, type TestAdapter } from './open-test-adapter.ts';

const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;
/** A site that no target allows. It must never be asked for anything. */
let forbidden: TestSite;
let browser: TestAdapter;

beforeAll(async () => {
  chromium = await own(launchChromium());
  forbidden = await own(servePages({ '/': '<title>Forbidden</title>', '/frame': 'in a frame' }));
  const there = forbidden.origin;
  site = await own(
    servePages({
      '/': [
        '<title>Start</title>',
        `<a id="link" href="${there}/">out</a>`,
        `<a id="blank" target="_blank" href="${there}/">out, in a new window</a>`,
        `<button id="window" onclick="window.open('${there}/')">window</button>`,
        `<button id="late" onclick="setTimeout(() => { location.href = '${there}/' }, 300)">late</button>`,
        '<a id="redirect" href="/redirect">redirect</a>',
        `<form method="post" action="${there}/"><button id="submit">send</button></form>`,
        `<button id="frame" onclick="document.body.append(Object.assign(document.createElement('iframe'), { src: '${there}/frame' }))">frame</button>`,
        `<button id="data" onclick="location.href = 'data:text/html,hello'">data</button>`,
        '<button id="good" onclick="this.textContent = \'pressed\'">good</button>',
      ].join(''),
      '/redirect': (_request, response) => void response.writeHead(302, { location: `${there}/` }).end(),
      '/hop': (_request, response) => void response.writeHead(302, { location: '/redirect' }).end(),
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

beforeEach(() => {
  expect(forbidden.seen).toEqual([]);
});

test.for(['link', 'redirect', 'submit', 'blank', 'window'])(
  'a click on #%s that leads to a forbidden origin is stopped, and the page stays',
  async (id) => {
    const page = await browser.open(site.origin);
    const acted = await browser.act('ui_interaction.click', {}, { page, resources: [element(`#${id}`)] });
    expect(acted).toMatchObject({
      effect: 'applied',
      failure: { kind: 'forbidden', details: { url: `${forbidden.origin}/`, reason: 'origin' } },
    });
    expect(forbidden.seen).toEqual([]);
    const after = await browser.act('ui_interaction.click', {}, { page, resources: [element('#good')] });
    expect(after).toMatchObject({ effect: 'applied' });
    expect(after.failure).toBeUndefined();
  },
);

test('a window that was refused is not left behind', async () => {
  const page = await browser.open(site.origin, { principal: 'alone' });
  await browser.act('ui_interaction.click', {}, { page, principal: 'alone', resources: [element('#blank')] });
  const { pages } = await browser.result('page.list', {}, { principal: 'alone' });
  expect(pages).toHaveLength(2); // its own one, and the shared one that the browser started with
});

test('a page that went to a forbidden origin between two requests is not acted on, and can be led away', async () => {
  const other = await openTestAdapter({
    endpoint: chromium.endpoint,
    allow_origins: [site.origin, forbidden.origin],
    allow_private_addresses: true,
  });
  const shared = { executionContext: 'shared' } as const;
  const page = await other.open(`${forbidden.origin}/`, shared);
  forbidden.seen.length = 0;
  const settings = { page, resources: [element('body')] };
  expect(await browser.act('ui_interaction.click', {}, settings)).toMatchObject({
    effect: 'none',
    failure: { kind: 'forbidden' },
  });
  expect(await browser.act('dom.read', { what: 'text' }, settings)).toMatchObject({
    effect: 'none',
    failure: { kind: 'forbidden' },
  });
  expect(await browser.result('ui_interaction.navigate', { url: site.origin }, { page })).toMatchObject({
    status: 200,
  });
  await browser.result('page.close', {}, { page });
  await other.close();
});

test('a page that leaves by itself after the answer is stopped while this process still holds it', async () => {
  const page = await browser.open(site.origin);
  await browser.act('ui_interaction.click', {}, { page, resources: [element('#late')] });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(forbidden.seen).toEqual([]);
  const acted = await browser.act('ui_interaction.click', {}, { page, resources: [element('#good')] });
  expect(acted.failure).toBeUndefined();
});

test('a frame of a forbidden origin stays empty and does not stop the page', async () => {
  const page = await browser.open(site.origin);
  const acted = await browser.act('ui_interaction.click', {}, { page, resources: [element('#frame')] });
  expect(acted.failure).toBeUndefined();
  expect(acted.verification?.side_effects).toEqual([`blocked_frame:${forbidden.origin}/frame`]);
});

test('a path says nothing to a page that is on no origin yet, and the message says so', async () => {
  const page = await browser.open('about:blank');
  const acted = await browser.act('ui_interaction.navigate', { url: '/login' }, { page });
  expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid', field: 'payload.url' } });
  expect(acted.failure?.message).toContain('to be a whole address, found a path');
});

test.for([
  'file:///etc/passwd',
  'data:text/html,hello',
  'chrome://version',
  'http://2130706433/',
  'https://other.example/',
])('neither page.open nor navigate goes to %s, and nothing is done', async (url) => {
  const page = await browser.open(site.origin);
  for (const acted of [
    await browser.act('page.open', { url }),
    await browser.act('ui_interaction.navigate', { url }, { page }),
  ]) {
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'forbidden' } });
  }
  const { pages } = await browser.result('page.list');
  expect(pages).toContainEqual(expect.objectContaining({ url: `${site.origin}/` }));
  await browser.result('page.close', {}, { page });
});

test.for(['/redirect', '/hop'])(
  'navigating to %s, which redirects to a forbidden origin, leaves the page as it was',
  async (path) => {
    const page = await browser.open(site.origin);
    const acted = await browser.act('ui_interaction.navigate', { url: path }, { page });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'forbidden', details: { reason: 'origin' } } });
    expect(await browser.result('page.open', { url: site.origin })).toMatchObject({ status: 200 });
  },
);

test('a name that leads to a private address is refused by the address that answered', async () => {
  // The name is public as far as its form goes; where it leads is seen only on the answer.
  const resolver = await launchChromium(0, [`--host-resolver-rules=MAP shop.example 127.0.0.1`]);
  onTestFinished(() => resolver.close());
  const origin = `http://shop.example:${site.port}`;
  const guarded = await openTestAdapter({ endpoint: resolver.endpoint, allow_origins: [origin] });
  const page = await guarded.open('about:blank');
  const acted = await guarded.act('ui_interaction.navigate', { url: origin }, { page });
  expect(acted.failure).toMatchObject({ kind: 'forbidden', details: { reason: 'remote_address' } });
  const { pages } = await guarded.result('page.list');
  expect(JSON.stringify(pages)).not.toContain('shop.example');
  await guarded.close();
});

test('in development the demo site is open, and nothing else of the service', async () => {
  const service = await servePages({ '/demo/': '<title>Demo</title><a id="out" href="/mcp">out</a>', '/mcp': 'no' });
  const developing = await openTestAdapter({ endpoint: chromium.endpoint }, { ownOrigin: service.origin });
  const opened = await developing.result('page.open', { url: `${service.origin}/demo/` });
  expect(opened).toMatchObject({ title: 'Demo' });
  const page = String(asObject(opened).page);
  const acted = await developing.act('ui_interaction.click', {}, { page, resources: [element('#out')] });
  expect(acted.failure).toMatchObject({ kind: 'forbidden' });
  expect(service.seen).not.toContain('GET /mcp');
  await developing.close();
  await service.close();
});
