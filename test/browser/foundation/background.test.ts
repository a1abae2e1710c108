import { beforeAll, expect, test } from 'vitest';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { element, openTestAdapter, type TestAdapter } from './open-test-adapter.ts';

const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;
let browser: TestAdapter;

beforeAll(async () => {
  chromium = await own(launchChromium());
  site = await own(
    servePages({
      '/': '<button id="seen" onclick="document.title = document.visibilityState + document.hasFocus()">seen</button>',
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

test('a page behind another one in the same window is acted on like one in front', async () => {
  const page = await browser.open(site.origin);
  await browser.result('page.open', { url: site.origin }, { page });
  const acted = await browser.act('ui_interaction.click', {}, { page, resources: [element('#seen')] });
  expect(acted.failure).toBeUndefined();
  const { pages } = await browser.result('page.list');
  expect(pages).toContainEqual(expect.objectContaining({ title: 'visibletrue' }));
});
