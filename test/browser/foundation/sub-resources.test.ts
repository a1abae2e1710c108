import { expect, test } from 'vitest';
import { closeAfterAll } from '../../close-after-all.ts';
import { until } from '../../http/until.ts';
import { launchChromium } from '../launch-chromium.ts';
import { servePages } from '../serve-pages.ts';
import { openTestAdapter } from './open-test-adapter.ts';

const own = closeAfterAll();

/** What a page can load or send without a document of its own, and without leave. */
const loading = (there: string) => `<!doctype html><title>Shop</title>
<img src="${there}/img"><script src="${there}/script"></script><link rel="stylesheet" href="${there}/css">
<a id="ping" ping="${there}/ping" href="#x">x</a>
<script>
document.getElementById('ping').click();
navigator.sendBeacon('${there}/beacon', 'x');
fetch('${there}/fetch', { mode: 'no-cors' }).catch(() => {}).then(() => fetch('/done'));
</script>`;

test('a page on an allowed origin sends nothing to private addresses by number or by the name of this machine', async () => {
  const chromium = await own(launchChromium(0, ['--host-resolver-rules=MAP shop.example 127.0.0.1']));
  const inner = await own(servePages({}));
  const site = await own(
    servePages({
      '/number': loading(inner.origin),
      '/decimal': loading(inner.origin.replace('127.0.0.1', '2130706433')),
      '/name': loading(inner.origin.replace('127.0.0.1', 'localhost')),
      '/done': 'done',
    }),
  );
  const shop = `http://shop.example:${site.port}`;
  // As behind a proxy: the name of the shop leads to this machine here.
  const browser = await own(
    openTestAdapter({ endpoint: chromium.endpoint, allow_origins: [shop], egress_proxy: true }),
  );
  for (const path of ['/number', '/decimal', '/name']) {
    const before = site.seen.length;
    await browser.open(`${shop}${path}`);
    await until(() => site.seen.slice(before).includes('GET /done'), 20_000);
  }
  expect(inner.seen).toEqual([]);
});
