import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { BrowserOptions } from '../../../adapters/browser/browser-options.ts';
import { openCdpConnection } from '../../../adapters/browser/cdp/cdp-connection.ts';
import { findWebSocketUrl } from '../../../adapters/browser/cdp/find-web-socket-url.ts';
import type { JsonValue } from '../../../contracts/json.ts';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { asObject, element, openTestAdapter, type TestAdapter, testCall, testSealer } from './open-test-adapter.ts';

const sealer = testSealer();
const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;
/** Two replicas on one browser. */
let one: TestAdapter;
let two: TestAdapter;

beforeAll(async () => {
  chromium = await own(launchChromium());
  site = await own(
    servePages({
      '/': '<title>0</title><button id="count" onclick="document.title = Number(document.title) + 1">count</button>',
      '/cookie':
        '<title>none</title><script>document.title = document.cookie || "none"; document.cookie = "seen=yes"</script>',
    }),
  );
  one = await own(replica());
  two = await own(replica());
});

function replica(options: Partial<BrowserOptions> = {}): Promise<TestAdapter> {
  const guard = { allow_origins: [site.origin], allow_private_addresses: true };
  return openTestAdapter({ endpoint: chromium.endpoint, ...guard, ...options }, { sealer });
}

function pagesOf(list: { readonly pages?: JsonValue }) {
  return (Array.isArray(list.pages) ? list.pages : []).map(asObject);
}

async function titles(browser: TestAdapter, principal: string): Promise<readonly unknown[]> {
  const pages = pagesOf(await browser.result('page.list', {}, { principal }));
  return pages.filter((page) => page.execution_context === 'isolated').map(({ title }) => title);
}

test('two replicas act on one page in turn and at the same time, and its state is kept', async () => {
  const alice = { principal: 'alice', resources: [element('#count')] };
  const page = await one.open(site.origin, alice);
  for (const browser of [two, one, two]) {
    const acted = await browser.act('ui_interaction.click', {}, { ...alice, page });
    expect(acted).toMatchObject({ effect: 'applied', verification: { status: 'verified' } });
  }
  expect(await titles(two, 'alice')).toEqual(['3']);
  const both = await Promise.all([
    one.act('ui_interaction.click', {}, { ...alice, page }),
    two.act('ui_interaction.click', {}, { ...alice, page }),
  ]);
  expect(both.map(({ effect }) => effect)).toEqual(['applied', 'applied']);
  await one.result('page.close', {}, { ...alice, page });
});

test('acts of one replica on one page take turns', async () => {
  const turns = { principal: 'turns', resources: [element('#count')] };
  const page = await one.open(site.origin, turns);
  const clicks = Array.from({ length: 5 }, () => one.act('ui_interaction.click', {}, { ...turns, page }));
  for (const acted of await Promise.all(clicks)) expect(acted).toMatchObject({ verification: { status: 'verified' } });
  expect(await titles(one, 'turns')).toEqual(['5']);
  await one.result('page.close', {}, { ...turns, page });
});

test('an isolated page starts with nothing, and shares nothing with another', async () => {
  const first = await one.open(`${site.origin}/cookie`, { principal: 'carol' });
  await one.result('ui_interaction.navigate', { url: '/cookie' }, { principal: 'carol', page: first });
  await one.open(`${site.origin}/cookie`, { principal: 'carol' });
  expect((await titles(two, 'carol')).toSorted()).toEqual(['none', 'seen=yes']);
});

test('a page opened beside a named one is in the same context, whatever execution_context says', async () => {
  const dora = { principal: 'dora' };
  const page = await one.open(`${site.origin}/cookie`, dora);
  const beside = await one.result(
    'page.open',
    { url: `${site.origin}/cookie` },
    { ...dora, page, executionContext: 'shared' },
  );
  expect(beside).toMatchObject({ execution_context: 'isolated', title: 'seen=yes' });
});

test("another principal neither sees nor reaches one's page, by its handle or its target id", async () => {
  const opened = await one.result('page.open', { url: site.origin }, { principal: 'alice' });
  expect(await titles(two, 'mallory')).toEqual([]);
  for (const page of [String(opened.page), String(opened.target_id), 'no-such-page']) {
    const mallory = { principal: 'mallory', page, resources: [element('#count')] };
    const call = testCall('ui_interaction.click', {}, mallory);
    const target = { type: 'browser_target', identifier: page, state: 'attached' };
    expect(await two.adapter.probe(target, call, AbortSignal.timeout(1_000))).toMatchObject({
      state: 'absent',
      details: { hint: expect.stringContaining('by its `page`') },
    });
    expect(await two.act('ui_interaction.click', {}, mallory)).toMatchObject({
      effect: 'none',
      failure: { kind: 'resource_state_mismatch', details: { resources: [{ actual_state: 'absent' }] } },
    });
    expect(await two.result('page.close', {}, mallory)).toMatchObject({ closed: false });
  }
  await one.result('page.close', {}, { principal: 'alice', page: String(opened.page) });
});

test('the page may be left out while there is one of one’s own; with two, both are listed', async () => {
  const eve = { principal: 'eve', resources: [element('#count')] };
  const page = await one.open(site.origin, eve);
  expect(await two.act('ui_interaction.click', {}, eve)).toMatchObject({ effect: 'applied' });
  expect(await two.act('ui_interaction.click', {}, { ...eve, executionContext: 'dedicated' })).toMatchObject({
    failure: { kind: 'resource_missing' },
  });
  await one.open(site.origin, eve);
  const acted = await two.act('ui_interaction.click', {}, eve);
  expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'resource_missing', field: 'resources' } });
  const isolated = pagesOf({ pages: acted.failure?.details?.pages ?? [] }).filter(
    (p) => p.execution_context === 'isolated',
  );
  expect(isolated).toHaveLength(2);
  await one.result('page.close', {}, { ...eve, page });
});

test('with no page of one’s own, the only shared one is meant', async () => {
  const acted = await one.act('ui_interaction.navigate', { url: site.origin }, { principal: 'guest' });
  expect(acted.failure).toBeUndefined();
  const [page] = pagesOf(await two.result('page.list', {}, { principal: 'other guest' }));
  expect(page).toMatchObject({ execution_context: 'shared', url: `${site.origin}/` });
  expect(page?.page).toBe(page?.target_id);
});

test('where execution_context is shared, a page of one’s own is not meant', async () => {
  const kim = { principal: 'kim', executionContext: 'shared' as const };
  const page = await one.open(site.origin, { principal: 'kim' });
  await one.result('ui_interaction.navigate', { url: '/cookie' }, kim);
  expect(await titles(one, 'kim')).toEqual(['0']);
  const shared = pagesOf(await one.result('page.list', {}, kim)).filter((p) => p.execution_context === 'shared');
  expect(shared).toMatchObject([{ url: `${site.origin}/cookie` }]);
  await one.result('page.close', {}, { ...kim, page });
});

test('a post-condition that can never be looked at is refused before a page is opened', async () => {
  const expectation = { element: { selector: 'text=', state: 'absent' } };
  const acted = await one.act('page.open', { url: site.origin, expect: expectation }, { principal: 'lea' });
  expect(acted).toMatchObject({
    effect: 'none',
    failure: { kind: 'payload_invalid', field: 'payload.expect.element.selector' },
  });
  expect(await titles(one, 'lea')).toEqual([]);
});

test('page_url is what the page is on', async () => {
  const page = await one.open(site.origin, { principal: 'url' });
  const call = testCall('dom.read', {}, { principal: 'url', page });
  const probe = (identifier: string) =>
    two.adapter.probe({ type: 'page_url', identifier, state: 'current' }, call, AbortSignal.timeout(1_000));
  expect(await probe('/')).toMatchObject({ state: 'current' });
  expect(await probe('/elsewhere')).toMatchObject({ state: 'other', details: { url: `${site.origin}/` } });
});

test('closing a page twice is no failure, and its context goes with it', async () => {
  const fred = { principal: 'fred' };
  const page = await one.open(site.origin, fred);
  expect(await one.act('page.close', {}, { ...fred, page })).toMatchObject({
    effect: 'applied',
    result: { closed: true },
  });
  expect(await two.act('page.close', {}, { ...fred, page })).toMatchObject({
    effect: 'none',
    result: { closed: false },
  });
  expect(await titles(one, 'fred')).toEqual([]);
});

test('a page that could not be opened leaves nothing behind', async () => {
  const acted = await one.act('page.open', { url: `http://127.0.0.1:1/` }, { principal: 'gina' });
  expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'forbidden' } });
  const closedPort = await replica({ allow_origins: ['*'] });
  expect(await closedPort.act('page.open', { url: 'http://127.0.0.1:2/' }, { principal: 'gina' })).toMatchObject({
    effect: 'none',
    failure: { kind: 'adapter_failed', message: expect.stringContaining('ERR_') },
  });
  expect(await titles(one, 'gina')).toEqual([]);
  await closedPort.close();
});

test('contexts are capped over all replicas', async () => {
  const other = await launchChromium();
  onTestFinished(() => other.close());
  const capped = { max_contexts: 2, endpoint: other.endpoint };
  const [left, right] = [await replica(capped), await replica(capped)];
  const page = await left.open('about:blank', { principal: 'hugo' });
  await right.open('about:blank', { principal: 'ida' });
  expect(await left.act('page.open', {}, { principal: 'jan' })).toMatchObject({
    effect: 'none',
    failure: { kind: 'overloaded', retryAfterMs: expect.any(Number) },
  });
  await right.result('page.close', {}, { principal: 'hugo', page });
  await left.open('about:blank', { principal: 'jan' });
  await left.close();
  await right.close();
});

test('a context that is not used expires and is swept by any replica; one in use is kept', async () => {
  const [left, right] = [await replica({ context_ttl_ms: 3_000 }), await replica({ context_ttl_ms: 3_000 })];
  const used = { principal: 'used' };
  const page = await left.open('about:blank', used);
  await left.open('about:blank', { principal: 'unused' });
  while ((await titles(right, 'unused')).length > 0) {
    await left.result('ui_interaction.navigate', { url: 'about:blank' }, { ...used, page });
    await delay(200);
  }
  expect(await titles(right, 'used')).toHaveLength(1);
  while ((await titles(right, 'used')).length > 0) await delay(200);
  expect(await left.act('ui_interaction.navigate', { url: 'about:blank' }, { ...used, page })).toMatchObject({
    effect: 'none',
    failure: { kind: 'resource_state_mismatch' },
  });
  await left.close();
  await right.close();
});

test('contexts of other programs in the same browser are neither shown nor swept', async () => {
  const connection = await openCdpConnection((await findWebSocketUrl(chromium.endpoint))?.url ?? '');
  const { browserContextId } = await connection.browser.send('Target.createBrowserContext', {});
  const { targetId } = await connection.browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const pages = pagesOf(await one.result('page.list'));
  expect(pages.map((page) => page.target_id)).not.toContain(targetId);
  const { browserContextIds } = await connection.browser.send('Target.getBrowserContexts');
  expect(browserContextIds).toContain(browserContextId);
  await connection.browser.send('Target.disposeBrowserContext', { browserContextId });
  connection.close();
});
