import { openCdpConnection } from '../../adapters/browser/cdp/cdp-connection.ts';
import { findWebSocketUrl } from '../../adapters/browser/cdp/find-web-socket-url.ts';
import type { Page } from '../../adapters/browser/page.ts';
import { AttachedPage } from '../../adapters/browser/pages/attached-page.ts';
import { IsolatedWorld } from '../../adapters/browser/pages/isolated-world.ts';

export interface TestPage {
  readonly page: Page;
  /** Loads a URL and waits until it has loaded. */
  goto(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a page of its own in a browser context of its own, over a connection of its own, without any guard. */
export async function openTestPage(endpoint: string, url = 'about:blank', signal?: AbortSignal): Promise<TestPage> {
  const address = await findWebSocketUrl(endpoint);
  if (address === undefined) throw new Error(`No browser answers at ${endpoint}.`);
  const connection = await openCdpConnection(address.url, address.headers);
  const { browserContextId } = await connection.browser.send('Target.createBrowserContext', { disposeOnDetach: true });
  const { targetId } = await connection.browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  await session.send('Page.enable');
  const page = new AttachedPage(
    targetId,
    session,
    new IsolatedWorld(session, targetId),
    signal ?? new AbortController().signal,
  );
  const goto = async (address: string) => {
    const loaded = new Promise<void>((resolve) => {
      const off = session.on('Page.loadEventFired', () => {
        off();
        resolve();
      });
    });
    const { errorText } = await session.send('Page.navigate', { url: address });
    if (errorText !== undefined) throw new Error(`${address}: ${errorText}`);
    await loaded;
  };
  const close = async () => {
    page.release();
    connection.close(); // its context goes with it: disposeOnDetach
  };
  if (url !== 'about:blank') await goto(url);
  return { page, goto, close };
}
