import { onTestFinished } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import type { Answer } from '../../contracts/answer.ts';
import type { ClientCapabilities } from '../../contracts/capabilities.ts';
import type { Resource } from '../../contracts/resource.ts';
import { launchChromium, type TestChromium } from '../browser/launch-chromium.ts';
import { servePages, type TestSite } from '../browser/serve-pages.ts';
import { type Running, serve } from '../cli/run-waybill.ts';

/** A button that counts its clicks, one that is hidden, one that comes out from under a curtain, and a login form. */
const SHOP = `<!doctype html><title>shop</title>
<button id="plus" onclick="count.textContent = Number(count.textContent) + 1">Plus</button> <output id="count">0</output>
<button id="secret" style="display: none" onclick="count.textContent = 'touched'">Secret</button>
<p><button id="slow" onclick="slowCount.textContent = Number(slowCount.textContent) + 1">Slow</button>
<output id="slowCount">0</output></p>
<div id="curtain" style="display: none; position: fixed; inset: 0; background: grey"></div>
<button id="draw" onclick="curtain.style.display = 'block'; setTimeout(() => curtain.remove(), 1500)">Draw</button>
<form action="/in" method="post"><input id="user" name="user"><input id="pass" name="pass" type="password">
<button id="enter">Enter</button></form>`;

export interface Shop {
  readonly site: TestSite;
  readonly chromium: TestChromium;
}

export async function openShop(): Promise<Shop> {
  const site = await servePages({
    '/': SHOP,
    '/in': (_request, response) => response.writeHead(303, { location: '/welcome' }).end(),
    '/welcome': '<!doctype html><title>welcome</title><h1>Welcome</h1>',
  });
  onTestFinished(() => site.close());
  const chromium = await launchChromium();
  onTestFinished(() => chromium.close());
  return { site, chromium };
}

/** A service of its own process whose `browser` is the shop's Chromium. */
export function serveShop({ site, chromium }: Shop): Promise<Running> {
  return serve(`adapters:
  browser: { kind: browser, endpoint: "${chromium.endpoint}", allow_origins: ["${site.origin}"], allow_private_addresses: true }
`);
}

export function clientOf(service: Running, capabilities: Partial<ClientCapabilities> = {}): WaybillClient {
  return new WaybillClient({ baseUrl: service.origin, capabilities });
}

export function element(identifier: string, state = 'visible_enabled'): Resource {
  return { type: 'dom_element', identifier, state };
}

/** The page that an answer of `page.open` hands out, as the next request names it. */
export function pageOf({ outcome }: Answer): Resource {
  if (outcome.status !== 'fulfilled') throw new Error(JSON.stringify(outcome));
  return (outcome.result as { readonly resource: Resource }).resource; // `as`: page.open declares this result
}

/** What the service has logged of its requests so far; it writes its lines within a fraction of a second. */
export function requestLines(service: Running): readonly Readonly<Record<string, unknown>>[] {
  return service
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line));
}
