import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openCdpConnection } from '../../../adapters/browser/cdp/cdp-connection.ts';
import { findWebSocketUrl } from '../../../adapters/browser/cdp/find-web-socket-url.ts';
import { launchChromium } from '../launch-chromium.ts';
import { servePages } from '../serve-pages.ts';
import { element, openTestAdapter, testCall } from './open-test-adapter.ts';

test('a page that crashes is told at once, and lives again once it is sent somewhere', async () => {
  const chromium = await launchChromium();
  onTestFinished(() => chromium.close());
  const site = await servePages({ '/': '<title>Start</title><button id="ok">ok</button>' });
  const browser = await openTestAdapter({
    endpoint: chromium.endpoint,
    allow_origins: [site.origin],
    allow_private_addresses: true,
  });
  const opened = await browser.result('page.open', { url: site.origin });
  const page = String(opened.page);

  const connection = await openCdpConnection((await findWebSocketUrl(chromium.endpoint))?.url ?? '');
  const attach = { targetId: String(opened.target_id), flatten: true };
  const { sessionId } = await connection.browser.send('Target.attachToTarget', attach);
  // Nothing but the crash itself answers this.
  connection
    .session(sessionId)
    .send('Page.crash')
    .catch(() => undefined);
  const click = { page, resources: [element('#ok')] };
  const probe = () =>
    browser.adapter.probe(element('#ok'), testCall('ui_interaction.click', {}, click), AbortSignal.timeout(1_000));
  while (!JSON.stringify(await probe()).includes('page_crashed')) await delay(100);
  const started = performance.now();
  expect(await browser.act('ui_interaction.click', {}, click)).toMatchObject({
    effect: 'none',
    failure: { kind: 'adapter_failed', details: { reason: 'page_crashed' } },
  });
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(await browser.result('ui_interaction.navigate', { url: site.origin }, { page })).toMatchObject({
    status: 200,
  });
  expect(await browser.act('ui_interaction.click', {}, click)).toMatchObject({ effect: 'applied' });

  connection.close();
  await browser.close();
  await site.close();
});
