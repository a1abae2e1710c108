import { beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../browser/launch-chromium.ts';
import { openTestPage, type TestPage } from '../browser/open-test-page.ts';
import { servePages, type TestSite } from '../browser/serve-pages.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { type OpenLab, startLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import { testSettings } from '../open-test-service.ts';

const own = closeAfterAll();
/** Keeps what comes of `attempt`, a promise. */
const page = (attempt: string) => `<!doctype html><title>page</title><script>
const came = (${attempt}).then(String, (error) => 'refused by ' + error);
</script>`;
const target = 'new URL(location.hash.slice(1))';
const connect = `new Promise((resolve) => {
  const socket = new WebSocket(${target});
  socket.onopen = () => resolve('opened');
  socket.onerror = () => resolve('refused');
})`;
/** What a page may send without asking: the answer is hidden from it, an effect would not be. */
const post = `fetch(${target}, {
  method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: decodeURIComponent(location.search.slice(1)),
}).then(() => 'sent')`;
const read = `fetch(${target}).then((answer) => answer.text())`;

let site: TestSite;
let lab: OpenLab;
let tab: TestPage;
beforeAll(async () => {
  site = await own(servePages({ '/connect': page(connect), '/post': page(post), '/read': page(read) }));
  lab = await startLab();
  await own(Promise.resolve(lab.service));
  const browser = await own(launchChromium());
  tab = await own(openTestPage(browser.endpoint));
});

async function visit(path: string, aim: string): Promise<unknown> {
  await tab.goto('about:blank'); // an address that differs in its fragment alone loads nothing
  await tab.goto(`${site.origin}${path}#${aim}`);
  const { result } = await tab.page.send('Runtime.evaluate', { expression: 'came', awaitPromise: true });
  return result.value;
}

const ofWebSocket = ({ service }: OpenLab) => `${service.origin.replace('http:', 'ws:')}/mcp`;

test('a page of another origin opens no WebSocket, and one that is allowed does', async () => {
  expect(await visit('/connect', ofWebSocket(lab))).toBe('refused');
  expect(lab.service.log().at(-1)).toMatchObject({ http: 403, failure: 'forbidden' });
  const allowing = await startLab({ listen: { ...testSettings().listen, allowedOrigins: [site.origin] } });
  await own(Promise.resolve(allowing.service));
  expect(await visit('/connect', ofWebSocket(allowing))).toBe('opened');
});

test('a page of another origin sends a request that needs no leave of its browser, and nothing is done', async () => {
  const request = encodeURIComponent(JSON.stringify(lab.good.request('lab.act')));
  expect(await visit(`/post?${request}`, `${lab.service.origin}/mcp/v2`)).toBe('sent');
  expect(lab.service.log().at(-1)).toMatchObject({ http: 403, failure: 'forbidden' });
  expect(lab.lab.acts).toEqual([]);
});

test('a page of another origin reads nothing', async () => {
  expect(await visit('/read', `${lab.service.origin}/metrics`)).toMatch(/^refused by TypeError/);
  expect((await send(lab.service.origin, lab.good.request('lab.act'))).outcome.status).toBe('fulfilled');
});
