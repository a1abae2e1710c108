import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { ConnectedBrowser } from '../connected-browser.ts';
import type { FoundPage } from './found-page.ts';
import { describeCandidates, listPages } from './list-pages.ts';
import { parsePageName } from './page-handle.ts';

export const BROWSER_TARGET_TYPE = 'browser_target';

/** What the `browser_target` resource of a request names, if it has one. */
export function namedTarget(call: Call): string | undefined {
  return call.resources.find(({ type }) => type === BROWSER_TARGET_TYPE)?.identifier;
}

/**
 * The page that a request is about: the named one, or the only one of the principal's own, or, with none (and where
 * `execution_context` is `shared`), the only shared one. Fails with `resource_state_mismatch` (named, but not there) or
 * `resource_missing` (not clear which), and lists the pages there are.
 */
export async function findPage(browser: ConnectedBrowser, call: Call): Promise<FoundPage | Failure> {
  const known = browser.found.get(call);
  if (known !== undefined) return known;
  const named = namedTarget(call);
  const found =
    named === undefined
      ? await findOnlyPage(browser, call)
      : ((await findNamedPage(browser, call.principal, named)) ?? (await absentPage(browser, call, named)));
  if (!isFailure(found)) browser.found.set(call, found);
  return found;
}

/** Undefined: no such page, or not this principal's. */
export async function findNamedPage(
  browser: ConnectedBrowser,
  principal: string,
  identifier: string,
): Promise<FoundPage | undefined> {
  const name = await parsePageName(browser.sealer, principal, identifier);
  if (name === undefined) return undefined;
  const { targetId, browserContextId } = name;
  const [isIn, mark, isolated] = await Promise.all([
    contextOf(browser, targetId),
    browserContextId === undefined ? undefined : browser.contexts.read(browserContextId),
    browserContextId === undefined ? browser.contexts.ids() : undefined,
  ]);
  if (isIn === undefined) return undefined;
  if (browserContextId === undefined) {
    return isolated?.has(isIn) === false ? { identifier, targetId, browserContextId } : undefined;
  }
  if (isIn !== browserContextId || mark?.principal !== principal || mark.expiresAtMs <= Date.now()) return undefined;
  browser.contexts.renew(browserContextId, mark);
  return { identifier, targetId, browserContextId };
}

async function contextOf(browser: ConnectedBrowser, targetId: string): Promise<string | undefined> {
  try {
    const { targetInfo } = await browser.connection.browser.send('Target.getTargetInfo', { targetId });
    return targetInfo.type === 'page' ? targetInfo.browserContextId : undefined;
  } catch (error) {
    if (error instanceof CdpError && error.reason === 'refused') return undefined;
    throw error;
  }
}

async function findOnlyPage(browser: ConnectedBrowser, call: Call): Promise<FoundPage | Failure> {
  const pages = await listPages(browser, call.principal);
  const { execution_context: sandbox } = call.capabilities;
  if (sandbox !== 'dedicated') {
    const own = pages.filter(({ browserContextId }) => browserContextId !== undefined);
    const shared = pages.filter(({ browserContextId }) => browserContextId === undefined);
    const [only, another] = sandbox === 'isolated' && own.length > 0 ? own : shared;
    if (only !== undefined && another === undefined) {
      if (only.browserContextId !== undefined) await touch(browser, only.browserContextId);
      return { identifier: only.identifier, targetId: only.targetId, browserContextId: only.browserContextId };
    }
  }
  const expected = 'Expected a resource of type browser_target that names the page';
  const found = pages.length === 0 ? 'there is no page yet' : `there are ${pages.length} that it could be`;
  return failure('resource_missing', `${expected}, found none, and ${found}.`, {
    field: 'resources',
    hint:
      pages.length === 0
        ? 'Open one with page.open, and name it by the `page` of its result.'
        : 'Add {"type": "browser_target", "identifier": <one of details.pages[].page>, "state": "attached"}.',
    details: { pages: describeCandidates(pages) },
  });
}

async function touch(browser: ConnectedBrowser, browserContextId: string): Promise<void> {
  const mark = await browser.contexts.read(browserContextId);
  if (mark !== undefined) browser.contexts.renew(browserContextId, mark);
}

async function absentPage(browser: ConnectedBrowser, call: Call, identifier: string): Promise<Failure> {
  const pages = describeCandidates(await listPages(browser, call.principal));
  return failure(
    'resource_state_mismatch',
    'Expected the named page to be attached, found no such page of this caller.',
    {
      field: 'resources',
      hint: 'It was closed, has expired, or is not yours. Name one of the candidates, or open a page with page.open.',
      details: {
        resources: [
          {
            type: BROWSER_TARGET_TYPE,
            identifier,
            expected_state: 'attached',
            actual_state: 'absent',
            candidates: pages,
          },
        ],
      },
    },
  );
}
