import { afterAll, test } from 'vitest';
import { adapterContract, type CallSubject, type Use } from '../../adapter-testing/adapter-contract.ts';
import { browserKind } from '../../adapters/browser/browser-adapter.ts';
import type { Adapter } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Resource } from '../../contracts/resource.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { element } from '../browser/foundation/open-test-adapter.ts';
import { launchChromium } from '../browser/launch-chromium.ts';
import { servePages } from '../browser/serve-pages.ts';
import { until } from '../http/until.ts';

/** Every intent is called in a browser that shares two cores with everything else. */
const LIMIT_MS = 240_000;

const PAGE = `<title>Start</title><body style="height: 3000px"><h1 id="title">Start</h1>
  <form onsubmit="event.preventDefault(); history.pushState(null, '', '/done')">
    <input id="name"><input id="password" type="password"><button id="ok">ok</button></form>
  <select id="size"><option value="s">small</option><option value="l">large</option></select><input id="file" type="file">
  ${Array.from({ length: 20 }, (_, index) => `<i id="n${index + 1}">${index + 1}</i>`).join(' ')}`;

const site = await servePages({
  '/': PAGE,
  '/slow': () => {},
  '/flood': '<pre id="flood"></pre><script>flood.textContent = "x".repeat(20_000_000)</script>',
});
let chromium = await launchChromium();
const { port, endpoint } = chromium;
afterAll(async () => {
  await chromium.close();
  await site.close();
});

const pages = new WeakMap<Adapter, Resource>();

async function openPage({ act }: Use, path = '/'): Promise<Resource> {
  const opened = await act('page.open', { payload: { url: `${site.origin}${path}` } });
  const page = isRecord(opened) ? String(opened.page) : '';
  return { type: 'browser_target', identifier: page, state: 'attached' };
}

/** The one page of the adapter, as it was at first. A page a call would be too much for a browser beside other tests. */
async function freshPage(use: Use, path = '/'): Promise<Resource> {
  const { adapter, act } = use;
  const known = pages.get(adapter);
  if (known !== undefined) {
    const back = act('ui_interaction.navigate', { payload: { url: `${site.origin}${path}` }, resources: [known] });
    const isThere = await back.then(
      () => true,
      () => false, // it went with its browser
    );
    if (isThere) return known;
  }
  const opened = await openPage(use, path);
  pages.set(adapter, opened);
  return opened;
}

function onPage(payload: JsonObject, identifier?: string, path?: string): CallSubject {
  const aimed = identifier === undefined ? [] : [element(identifier)];
  return async (use) => ({ payload, resources: [await freshPage(use, path), ...aimed] });
}

const click = {
  intent: { type: 'ui_interaction', sub_type: 'click' },
  resources: [{ type: 'dom_element', identifier: '#ok', state: 'visible_enabled' }],
};

const cases = adapterContract({
  kind: browserKind,
  options: () => ({ endpoint, allow_origins: [site.origin], allow_private_addresses: true, max_contexts: 200 }),
  calls: {
    'page.open': { payload: { url: site.origin } },
    'page.close': async (use) => ({ payload: {}, resources: [await openPage(use)] }),
    'ui_interaction.navigate': onPage({ url: '/' }),
    'ui_interaction.click': onPage({}, '#ok'),
    'ui_interaction.input': onPage({ text: 'Ada' }, '#name'),
    'ui_interaction.select': onPage({ value: 'l' }, '#size'),
    'ui_interaction.press': onPage({ key: 'Enter' }, '#name'),
    'ui_interaction.hover': onPage({}, '#title'),
    'ui_interaction.scroll': onPage({ to: 'bottom' }),
    'ui_interaction.upload_file': onPage(
      { files: [{ name: 'hello.txt', mime_type: 'text/plain', content_base64: 'aGVsbG8=' }] },
      '#file',
    ),
    'ui_interaction.screenshot': onPage({}),
    'dom.snapshot': onPage({}),
    'dom.read': onPage({ what: 'text' }, '#title'),
    'ui_interaction.batch': onPage({ steps: [click] }),
    'authentication.login_with_password': onPage(
      {
        username: 'Ada',
        password: 'correct horse',
        selectors: { username: '#name', password: '#password', submit: '#ok' },
        success: { url: '/done' },
      },
      '#ok',
    ),
  },
  longCall: {
    intent: 'ui_interaction.navigate',
    call: async (use) => {
      site.seen.length = 0;
      return { payload: { url: '/slow' }, resources: [await freshPage(use)] };
    },
    begun: () => until(() => site.seen.includes('GET /slow'), 20_000),
  },
  distinct: {
    intent: 'dom.read',
    call: (number) => onPage({ what: 'text' }, `#n${number}`),
    numberOf: (result) => (isRecord(result) ? Number(result.content) : undefined),
  },
  resources: {
    looks: [
      async (use) => ({ resource: await freshPage(use) }),
      async (use) => ({
        resource: { type: 'page_url', identifier: '/', state: 'current' },
        beside: [await freshPage(use)],
      }),
      async (use) => ({ resource: element('#ok'), beside: [await freshPage(use)] }),
    ],
    slow: { leftOut: 'a look at a page that does not answer ends by itself, within 900 ms' },
  },
  world: async () => {
    // `as`: of DevTools. Chromium opens parts of its own windows, such as an omnibox, whenever it likes: these are chrome://
    const pages = (await (await fetch(`${endpoint}/json/list`)).json()) as readonly { url: string; title: string }[];
    const seen = pages.filter(({ url }) => !url.startsWith('chrome://'));
    return seen.map(({ url, title }) => `${url} ${title}`).sort();
  },
  upstream: {
    stop: () => chromium.close(),
    start: async () => {
      chromium = await launchChromium(port);
    },
  },
  badAnswers: { leftOut: 'endpoints that are no browser have tests of their own' },
  flood: { intent: 'dom.read', call: onPage({ what: 'text' }, '#flood', '/flood') },
  secrets: { leftOut: 'the options of a browser hold none' },
});

test.for(cases)('$name', { timeout: LIMIT_MS }, ({ run }) => run());
