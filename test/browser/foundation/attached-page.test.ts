import { beforeAll, expect, test } from 'vitest';
import { CdpError } from '../../../adapters/browser/cdp/cdp-error.ts';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { openTestPage } from '../open-test-page.ts';
import { servePages, type TestSite } from '../serve-pages.ts';

const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;

beforeAll(async () => {
  chromium = await own(launchChromium());
  site = await own(
    servePages({
      '/': '<title>One</title><script>document.querySelector = () => ({ textContent: "forged" })</script><p>real</p>',
      '/two': '<title>Two</title><p>second</p>',
    }),
  );
});

const READ = '(selector) => document.querySelector(selector).textContent';

test('a called function sees the document but not what the page has redefined', async () => {
  const tab = await openTestPage(chromium.endpoint, site.origin);
  expect(await tab.page.call(READ, 'p')).toBe('real');
  await tab.close();
});

test('a call after a navigation reads the new document', async () => {
  const tab = await openTestPage(chromium.endpoint, site.origin);
  await tab.page.call(READ, 'p');
  await tab.goto(`${site.origin}/two`);
  expect(await tab.page.call(READ, 'p')).toBe('second');
  await tab.close();
});

test('a function that throws rejects with its message', async () => {
  const tab = await openTestPage(chromium.endpoint);
  const thrown = await tab.page.call('() => { throw new Error("no such thing") }').catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(CdpError);
  expect(thrown).toMatchObject({ reason: 'threw', message: expect.stringContaining('no such thing') });
  await tab.close();
});

test('an abort rejects what the browser has not answered yet, at once', async () => {
  const controller = new AbortController();
  const tab = await openTestPage(chromium.endpoint, 'about:blank', controller.signal);
  const started = performance.now();
  const never = tab.page.call('() => new Promise(() => {})').catch((error: unknown) => error);
  setTimeout(() => controller.abort(), 50);
  expect(await never).toMatchObject({ reason: 'aborted' });
  expect(performance.now() - started).toBeLessThan(1_000);
  await tab.close();
});
