import { beforeAll, expect, test } from 'vitest';
import { openCdpConnection } from '../../../adapters/browser/cdp/cdp-connection.ts';
import { findWebSocketUrl } from '../../../adapters/browser/cdp/find-web-socket-url.ts';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { element, openTestAdapter, type TestAdapter, testCall, testSealer } from './open-test-adapter.ts';

const sealer = testSealer();
const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;
let browser: TestAdapter;

const button = (id: string, script: string) =>
  `<button id="${id}" onclick="document.title = String(${script})">${id}</button>`;

beforeAll(async () => {
  chromium = await own(launchChromium());
  site = await own(
    servePages({
      '/': [
        '<title>Start</title>',
        button('alert', "alert('hello')"),
        button('confirm', "confirm('sure?')"),
        button('prompt', "prompt('name?')"),
        '<button id="none">none</button>',
      ].join(''),
      '/guarded':
        '<title>Unsaved</title><input id="field"><script>addEventListener("beforeunload", (event) => event.preventDefault())</script>',
      '/next': '<title>Next</title>',
    }),
  );
  browser = await open();
});

function open(): Promise<TestAdapter> {
  return openTestAdapter(
    { endpoint: chromium.endpoint, allow_origins: [site.origin], allow_private_addresses: true },
    { sealer },
  );
}

/** Brings up a dialog while attached, and goes away without answering it. */
async function leaveDialogOpen(targetId: string): Promise<void> {
  const address = await findWebSocketUrl(chromium.endpoint);
  const connection = await openCdpConnection(address?.url ?? '');
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  await session.send('Page.enable');
  const opened = new Promise<void>((resolve) => {
    session.on('Page.javascriptDialogOpening', () => resolve());
  });
  await session.send('Runtime.evaluate', { expression: "setTimeout(() => confirm('left open'))" });
  await opened;
  connection.close();
}

test.for([
  { id: 'alert', dialog: undefined, title: 'undefined' },
  { id: 'confirm', dialog: undefined, title: 'false' },
  { id: 'confirm', dialog: { action: 'accept' }, title: 'true' },
  { id: 'prompt', dialog: { action: 'accept', text: 'Ada' }, title: 'Ada' },
  { id: 'prompt', dialog: { action: 'dismiss' }, title: 'null' },
])(
  'a click that brings up $id is answered by $dialog, and the page goes on with $title',
  async ({ id, dialog, title }) => {
    const page = await browser.open(site.origin, { principal: `${id} ${title}` });
    const settings = { page, principal: `${id} ${title}` };
    const payload = dialog === undefined ? {} : { dialog };
    const acted = await browser.act('ui_interaction.click', payload, { ...settings, resources: [element(`#${id}`)] });
    expect(acted).toMatchObject({ effect: 'applied', verification: { side_effects: [`dialog:${id}`] } });
    expect(acted.failure).toBeUndefined();
    const { pages } = await browser.result('page.list', {}, settings);
    expect(pages).toContainEqual(expect.objectContaining({ title }));
  },
);

test('leaving a page that asks first is accepted by policy, and reported', async () => {
  const page = await browser.open(`${site.origin}/guarded`);
  await browser.result('ui_interaction.input', { text: 'unsaved' }, { page, resources: [element('#field')] });
  const acted = await browser.act('ui_interaction.navigate', { url: '/next', dialog: { action: 'accept' } }, { page });
  expect(acted.failure).toBeUndefined();
  expect(acted.verification?.side_effects).toEqual(['dialog:beforeunload', 'navigation_to:/next']);
});

test('leaving a page that asks first is refused by default, and the page stays', async () => {
  const page = await browser.open(`${site.origin}/guarded`);
  await browser.result('ui_interaction.input', { text: 'unsaved' }, { page, resources: [element('#field')] });
  const acted = await browser.act('ui_interaction.navigate', { url: '/next' }, { page });
  expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'adapter_failed' } });
  expect(acted.verification?.side_effects).toEqual(['dialog:beforeunload']);
});

test('a dialog that opens between two requests is told by the precheck and answered by the next act', async () => {
  const opened = await browser.result('page.open', { url: site.origin });
  const page = String(opened.page);
  await leaveDialogOpen(String(opened.target_id));
  const none = element('#none');
  const call = testCall('ui_interaction.click', {}, { page, resources: [none] });
  const seen = await browser.adapter.probe(none, call, AbortSignal.timeout(1_000));
  expect(seen).toMatchObject({ state: 'unknown', reason: 'dialog_open' });
  const acted = await browser.act(
    'ui_interaction.click',
    { dialog: { action: 'accept' } },
    { page, resources: [none] },
  );
  expect(acted.failure).toBeUndefined();
  expect(acted.verification?.side_effects).toEqual(['dialog:confirm']);
});

test('a dialog that nobody can answer any more is a failure that says so, within its time, and the page can be closed', async () => {
  const alone = { principal: 'blocked' };
  const opener = await open();
  const opened = await opener.result('page.open', { url: site.origin }, alone);
  await opener.close();
  const page = String(opened.page);
  await leaveDialogOpen(String(opened.target_id));

  const other = await open();
  const none = element('#none');
  const settings = { ...alone, page, resources: [none] };
  const started = performance.now();
  const seen = await other.adapter.probe(
    none,
    testCall('ui_interaction.click', {}, settings),
    AbortSignal.timeout(4_000),
  );
  expect(seen).toMatchObject({ state: 'unknown', reason: 'page_unresponsive' });
  const acted = await other.act('ui_interaction.click', {}, settings);
  expect(performance.now() - started).toBeLessThan(9_000);
  expect(acted).toMatchObject({
    effect: 'none',
    failure: {
      kind: 'adapter_failed',
      message: expect.stringContaining('dialog'),
      hint: expect.stringContaining('page.close'),
    },
  });
  expect(await other.result('page.close', {}, { ...alone, page })).toMatchObject({ closed: true });
  await other.close();
});
