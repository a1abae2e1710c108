import type { Acted, Adapter, AdapterHost, AdapterKind, Call, Health, Observation } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import { actOnPage } from './act-on-page.ts';
import { BrowserLink } from './browser-link.ts';
import { BrowserOptions } from './browser-options.ts';
import { findWebSocketUrl } from './cdp/find-web-socket-url.ts';
import { ignoreGone } from './cdp/ignore-gone.ts';
import { buildConnectedBrowser, type ConnectedBrowser } from './connected-browser.ts';
import { findPage } from './contexts/find-page.ts';
import { elementActions } from './elements/actions.ts';
import { NavigationPolicy } from './guard/navigation-policy.ts';
import { defineNavigate } from './intents/navigate.ts';
import { PAGE_CLOSE } from './intents/page-close.ts';
import { PAGE_LIST } from './intents/page-list.ts';
import { PAGE_OPEN } from './intents/page-open.ts';
import type { TargetIntent } from './intents/target-intent.ts';
import { LaunchedBrowser } from './launch-browser.ts';
import type { PageAction } from './page-action.ts';
import { probeResource, RESOURCE_TYPES } from './probe-resource.ts';
import { noLongerWanted, translateCdpError } from './translate-cdp-error.ts';
import { waitFor } from './wait-for.ts';

const DEFAULT_CONTEXT_TTL_MS = 600_000;
const DEFAULT_MAX_CONTEXTS = 32;
const SWEEP_EVERY_MS = 60_000;

/** A browser that lives outside, over CDP. State stays in it, so that any replica can act on any page. */
export const browserKind: AdapterKind<BrowserOptions> = {
  kind: 'browser',
  options: BrowserOptions,
  // A page that opens or renders keeps a core busy: with more at once they time out together.
  concurrency: 16,
  open: async (options, host) => new BrowserAdapter(options, host),
};

class BrowserAdapter implements Adapter {
  readonly intents;
  readonly resourceTypes = RESOURCE_TYPES;
  /** What else fails is mostly one page, or the site that it shows: no reason to leave the browser's other pages alone. */
  readonly outages = ['adapter_unavailable'] as const;
  readonly #actions: ReadonlyMap<string, PageAction>;
  readonly #targetIntents: ReadonlyMap<string, TargetIntent>;
  readonly #launched: LaunchedBrowser | undefined;
  readonly #link: BrowserLink<ConnectedBrowser>;
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: BrowserOptions, host: AdapterHost) {
    const { endpoint, context_ttl_ms: ttlMs = DEFAULT_CONTEXT_TTL_MS } = options;
    const limits = { ttlMs, maxContexts: options.max_contexts ?? DEFAULT_MAX_CONTEXTS };
    const policy = new NavigationPolicy({
      allowOrigins: options.allow_origins ?? [],
      allowPrivateAddresses: options.allow_private_addresses ?? false,
      egressProxy: options.egress_proxy ?? false,
      isPrivateHost: host.outbound.isPrivateHost,
      demoOrigin: () => (host.development ? host.ownOrigin() : undefined),
    });
    const launched = endpoint === undefined ? new LaunchedBrowser(options.executable) : undefined;
    this.#launched = launched;
    this.#link = new BrowserLink(
      async () => (endpoint === undefined ? launched?.address() : findWebSocketUrl(endpoint)),
      async (connection) => buildConnectedBrowser(connection, host.sealer, policy, limits),
    );
    const actions = elementActions([defineNavigate(policy)]);
    const targetIntents = [PAGE_OPEN, PAGE_CLOSE, PAGE_LIST];
    this.intents = [...targetIntents, ...actions].map(({ declaration }) => declaration);
    this.#actions = new Map(actions.map((action) => [action.declaration.key, action]));
    this.#targetIntents = new Map(targetIntents.map((intent) => [intent.declaration.key, intent]));
    this.#sweeper = setInterval(() => ignoreGone(this.#sweep()), Math.min(SWEEP_EVERY_MS, ttlMs));
    this.#sweeper.unref();
    // A launched browser takes a second to start: the first request need not wait for all of it.
    ignoreGone(this.#link.connect());
  }

  async probe(resource: Resource, call: Call, signal: AbortSignal): Promise<Observation | Failure> {
    try {
      const browser = await this.#connect(signal);
      return isFailure(browser) ? browser : await probeResource(browser, resource, call, signal);
    } catch (error) {
      return translateCdpError(error);
    }
  }

  async execute(call: Call): Promise<Acted> {
    const browser = await this.#connect(call.signal);
    if (isFailure(browser)) return { effect: 'none', failure: browser };
    const intent = this.#targetIntents.get(call.intentKey);
    if (intent !== undefined) return executeOnBrowser(browser, intent, call);
    const action = this.#actions.get(call.intentKey);
    if (action === undefined) throw new Error(`The browser adapter declares no intent ${call.intentKey}.`);
    return executeOnPage(browser, action, call);
  }

  async health(): Promise<Health> {
    const browser = await this.#link.connect();
    if (isFailure(browser)) return { status: 'unhealthy', detail: browser.message };
    try {
      // A connection to a browser that hangs stays open for long.
      await browser.connection.browser.send('Browser.getVersion');
      return { status: 'healthy' };
    } catch (error) {
      return { status: 'unhealthy', detail: translateCdpError(error).message };
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    // Together: the link waits for its browser, which may be starting still.
    await Promise.all([this.#link.close(), this.#launched?.close()]);
  }

  async #connect(signal: AbortSignal): Promise<ConnectedBrowser | Failure> {
    return (await waitFor(this.#link.connect(), signal)) ?? noLongerWanted();
  }

  async #sweep(): Promise<void> {
    const browser = await this.#link.peek();
    await browser?.contexts.sweep();
  }
}

async function executeOnBrowser(browser: ConnectedBrowser, intent: TargetIntent, call: Call): Promise<Acted> {
  try {
    return await intent.execute(browser, call);
  } catch (error) {
    const effect = intent.declaration.effect === 'read' ? 'none' : 'unknown';
    return { effect, failure: translateCdpError(error) };
  }
}

async function executeOnPage(browser: ConnectedBrowser, action: PageAction, call: Call): Promise<Acted> {
  const held = await holdPage(browser, call);
  if (isFailure(held)) return { effect: 'none', failure: held };
  try {
    return await actOnPage(browser, held.page, action, call);
  } catch (error) {
    // What goes wrong from the action on is its own to tell: by here it had not begun.
    return { effect: 'none', failure: translateCdpError(error) };
  } finally {
    held.release();
  }
}

async function holdPage(
  browser: ConnectedBrowser,
  call: Call,
): Promise<Awaited<ReturnType<ConnectedBrowser['pages']['hold']>> | Failure> {
  try {
    const found = await findPage(browser, call);
    return isFailure(found) ? found : await browser.pages.hold(found.targetId);
  } catch (error) {
    return translateCdpError(error);
  }
}
