import { beforeAll } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { launchChromium } from './launch-chromium.ts';
import { openTestPage, type TestPage } from './open-test-page.ts';
import { servePages, type TestRoute, type TestSite } from './serve-pages.ts';

export interface SharedTab {
  readonly tab: TestPage;
  readonly site: TestSite;
  /** Of the browser, for tests that open pages of their own. */
  readonly endpoint: string;
}

/** One tab in a browser of its own and a site of the given pages, for all tests of the file that calls this. */
export function shareTab(routes: Readonly<Record<string, TestRoute>>): () => SharedTab {
  const own = closeAfterAll();
  let shared: SharedTab | undefined;
  beforeAll(async () => {
    const { endpoint } = await own(launchChromium());
    const site = await own(servePages(routes));
    const tab = await own(openTestPage(endpoint));
    shared = { tab, site, endpoint };
  });
  return () => {
    if (shared === undefined) throw new Error('The tab is not open before the tests run');
    return shared;
  };
}
