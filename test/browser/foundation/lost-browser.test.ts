import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { element, openTestAdapter } from './open-test-adapter.ts';

const own = closeAfterAll();
let site: TestSite;

beforeAll(async () => {
  site = await own(
    servePages({
      '/': '<title>Start</title><button id="ok">ok</button>',
      '/slow': (_request, response) => void setTimeout(() => response.end('slow'), 5_000),
      '/busy':
        '<title>Busy</title><button id="busy" onclick="for (const end = Date.now() + 3000; Date.now() < end;);">busy</button>',
    }),
  );
});

/** Process ids of what this process has started and not yet seen end. */
async function children(): Promise<readonly number[]> {
  const text = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

const guard = () => ({ allow_origins: [site.origin], allow_private_addresses: true });

test('a browser that was killed is unavailable, and found again once it is back on its port', async () => {
  const first = await launchChromium();
  onTestFinished(() => first.close());
  const browser = await openTestAdapter({ endpoint: first.endpoint, ...guard() });
  const page = await browser.open(site.origin);
  expect(await browser.adapter.health()).toMatchObject({ status: 'healthy' });
  await first.close();
  for (const intent of ['page.open', 'page.list', 'ui_interaction.click']) {
    expect(await browser.act(intent, {}, { page, resources: [element('#ok')] })).toMatchObject({
      effect: 'none',
      failure: { kind: 'adapter_unavailable', retryAfterMs: expect.any(Number) },
    });
  }
  expect(await browser.adapter.health()).toMatchObject({ status: 'unhealthy' });
  const second = await launchChromium(first.port);
  onTestFinished(() => second.close());
  expect(await browser.act('page.list', {}, { page })).toMatchObject({ effect: 'none', result: { pages: [{}] } });
  expect(await browser.act('ui_interaction.click', {}, { page, resources: [element('#ok')] })).toMatchObject({
    failure: { kind: 'resource_state_mismatch' },
  });
  const again = await browser.open(site.origin);
  expect(await browser.act('ui_interaction.click', {}, { page: again, resources: [element('#ok')] })).toMatchObject({
    effect: 'applied',
  });
  await browser.close();
});

test('a browser that dies under an act leaves its effect unknown', async () => {
  const chromium = await launchChromium();
  onTestFinished(() => chromium.close());
  const browser = await openTestAdapter({ endpoint: chromium.endpoint, ...guard() });
  const page = await browser.open(`${site.origin}/busy`);
  const acting = browser.act('ui_interaction.click', {}, { page, resources: [element('#busy')] });
  await delay(1_000);
  await chromium.close();
  expect(await acting).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_unavailable' } });
  await browser.close();
});

test('an endpoint that accepts and never answers is unavailable within its time', async () => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const browser = await openTestAdapter({ endpoint: `http://127.0.0.1:${port}` });
  const started = performance.now();
  expect(await browser.act('page.list')).toMatchObject({ failure: { kind: 'adapter_unavailable' } });
  expect(performance.now() - started).toBeLessThan(4_000);
  await browser.close();
  silent.close();
});

test('a launched browser is found on this machine, started again when it has died, and ended with the adapter', async () => {
  const before = await children();
  const browser = await openTestAdapter({ launch: true, ...guard() });
  const slow = { timeoutMs: 20_000 };
  const page = await browser.open(site.origin, slow);
  const click = { page, resources: [element('#ok')] };
  expect(await browser.act('ui_interaction.click', {}, click)).toMatchObject({ effect: 'applied' });
  const [first] = (await children()).filter((pid) => !before.includes(pid));
  process.kill(first ?? Number.NaN, 'SIGKILL');
  await delay(200);
  await browser.open(site.origin, slow);
  const [second] = (await children()).filter((pid) => !before.includes(pid));
  expect(second).not.toBe(first);
  await browser.close();
  await browser.close();
  expect(await children()).toEqual(before);
  expect(await browser.act('page.list')).toMatchObject({ failure: { kind: 'adapter_unavailable' } });
});

test('where no browser is installed, the answer says how to get one', async () => {
  const browser = await openTestAdapter({ launch: true, executable: '/no/such/chromium' });
  expect(await browser.act('page.list')).toMatchObject({
    failure: { kind: 'adapter_unavailable', hint: expect.stringContaining('apt-get install chromium') },
  });
  await browser.close();
});

test('a navigation that is cancelled ends at once and says that it had begun', async () => {
  const chromium = await launchChromium();
  onTestFinished(() => chromium.close());
  const browser = await openTestAdapter({ endpoint: chromium.endpoint, ...guard() });
  const page = await browser.open(site.origin);
  const controller = new AbortController();
  const started = performance.now();
  const acting = browser.act('ui_interaction.navigate', { url: '/slow' }, { page, signal: controller.signal });
  setTimeout(() => controller.abort(), 300);
  expect(await acting).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });
  expect(performance.now() - started).toBeLessThan(1_500);

  const late = await browser.act('ui_interaction.navigate', { url: '/slow' }, { page, timeoutMs: 500 });
  // Whether it was the deadline is the core's to know.
  expect(late).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });

  const waiting = await browser.act(
    'ui_interaction.click',
    {},
    { page, resources: [element('#never')], timeoutMs: 600 },
  );
  expect(waiting).toMatchObject({ effect: 'none' });
  await browser.close();
});
