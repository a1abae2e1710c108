import type { Call, Sealer } from '../../contracts/adapter.ts';
import type { CdpConnection } from './cdp/cdp-connection.ts';
import { BrowserContexts, type ContextLimits } from './contexts/browser-contexts.ts';
import type { FoundPage } from './contexts/found-page.ts';
import type { NavigationPolicy } from './guard/navigation-policy.ts';
import { NewWindowGate } from './pages/new-window-gate.ts';
import { PagePool } from './pages/page-pool.ts';

/** Everything that belongs to one living connection, and ends with it. */
export interface ConnectedBrowser {
  readonly connection: CdpConnection;
  readonly sealer: Sealer;
  readonly policy: NavigationPolicy;
  readonly contexts: BrowserContexts;
  readonly pages: PagePool;
  readonly newWindows: NewWindowGate;
  /** The page that each running request was found to mean: its probes and its act need it. */
  readonly found: WeakMap<Call, FoundPage>;
}

export function buildConnectedBrowser(
  connection: CdpConnection,
  sealer: Sealer,
  policy: NavigationPolicy,
  limits: ContextLimits,
): ConnectedBrowser {
  const pages = new PagePool(connection, policy);
  return {
    connection,
    sealer,
    policy,
    contexts: new BrowserContexts(connection.browser, sealer, limits),
    pages,
    newWindows: new NewWindowGate(connection, pages),
    found: new WeakMap(),
  };
}
