import { beforeAll, expect, test } from 'vitest';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { openTestAdapter, type TestAdapter } from './open-test-adapter.ts';

const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;
let browser: TestAdapter;

beforeAll(async () => {
  chromium = await own(launchChromium());
  site = await own(
    servePages({
      '/': '<title>Start</title><form action="/found"><input id="q" name="q"><button id="go">go</button></form>',
      '/found': '<title>Found</title><a id="out" href="http://127.0.0.1:1/">out</a>',
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

const ACTIONS = ['navigate', 'input', 'click'];

const step = (subType: string, payload: { readonly [key: string]: string }, ...selectors: readonly string[]) => ({
  intent: { type: 'ui_interaction', sub_type: subType },
  payload,
  resources: selectors.map((identifier) => ({ type: 'dom_element', identifier, state: 'visible_enabled' })),
});

test('a batch may begin with a navigation, and tells what all of its steps caused', async () => {
  const page = await browser.open('about:blank');
  const steps = [
    step('navigate', { url: site.origin }),
    step('input', { text: 'lamp' }, '#q'),
    step('click', {}, '#go'),
  ];
  const acted = await browser.act('ui_interaction.batch', { steps }, { page, supportedActions: ACTIONS });
  expect(acted.failure).toBeUndefined();
  expect(acted).toMatchObject({
    effect: 'applied',
    verification: {
      status: 'verified',
      side_effects: [`navigation_to:${site.origin}/`, `navigation_to:${site.origin}/found?q=lamp`],
    },
  });
});

test('a batch may go nowhere that a single step may not', async () => {
  const page = await browser.open(`${site.origin}/found`);
  const acted = await browser.act(
    'ui_interaction.batch',
    { steps: [step('click', {}, '#out')] },
    { page, supportedActions: ACTIONS },
  );
  expect(acted).toMatchObject({ effect: 'applied', failure: { kind: 'forbidden' } });
});
