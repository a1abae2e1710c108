import type { Call, Observation, ResourceTypeDeclaration } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import type { ConnectedBrowser } from './connected-browser.ts';
import { BROWSER_TARGET_TYPE, findNamedPage, findPage } from './contexts/find-page.ts';
import { describeCandidates, listPages } from './contexts/list-pages.ts';
import { matchUrl } from './elements/match-url.ts';
import { DOM_ELEMENT, probeElement } from './elements/probe-element.ts';
import { forbidden } from './forbidden.ts';
import type { GuardedPage } from './pages/guarded-page.ts';
import { describeUrl } from './secrets/describe-url.ts';
import { waitFor } from './wait-for.ts';

/** Below the default limit of a look, so that a page that does not answer is told from a browser that does not. */
const ANSWER_LIMIT_MS = 900;

const BROWSER_TARGET: ResourceTypeDeclaration = {
  type: BROWSER_TARGET_TYPE,
  description:
    "A page of the browser. Without one, a request is about the caller's only page; where it has none, or its execution_context is shared, about the only shared one.",
  states: ['attached', 'absent'],
  identifier: 'The `page` of a page.open or page.list result; for a shared page this is its target id.',
  cacheable: false,
};

const PAGE_URL: ResourceTypeDeclaration = {
  type: 'page_url',
  description: 'Where the page is.',
  states: ['current', 'other'],
  identifier: 'A path (/dashboard) or a whole address; * stands for any run of characters.',
  cacheable: false,
};

export const RESOURCE_TYPES: readonly ResourceTypeDeclaration[] = [BROWSER_TARGET, PAGE_URL, DOM_ELEMENT];

/** Looks at one resource once. */
export async function probeResource(
  browser: ConnectedBrowser,
  resource: Resource,
  call: Call,
  signal: AbortSignal,
): Promise<Observation | Failure> {
  if (resource.type === BROWSER_TARGET_TYPE) return probeTarget(browser, resource, call);
  const found = await findPage(browser, call);
  if (isFailure(found)) return found;
  if (resource.type === PAGE_URL.type) return probeUrl(browser, resource, found.targetId);
  const { page, release } = await browser.pages.hold(found.targetId);
  try {
    return await probeOnPage(page, resource, signal);
  } finally {
    release();
  }
}

async function probeTarget(browser: ConnectedBrowser, resource: Resource, call: Call): Promise<Observation> {
  const found = await findNamedPage(browser, call.principal, resource.identifier);
  if (found !== undefined) return { state: 'attached' };
  const candidates = describeCandidates(await listPages(browser, call.principal));
  const hint =
    'It was closed, has expired, or is not yours. Name a candidate by its `page`, or open a page with page.open.';
  return { state: 'absent', reason: 'no_such_page', details: { hint, candidates } };
}

async function probeUrl(browser: ConnectedBrowser, resource: Resource, targetId: string): Promise<Observation> {
  const { targetInfo } = await browser.connection.browser.send('Target.getTargetInfo', { targetId });
  const isThere = matchUrl(resource.identifier, targetInfo.url);
  return { state: isThere ? 'current' : 'other', details: { url: describeUrl(targetInfo.url) } };
}

async function probeOnPage(page: GuardedPage, resource: Resource, signal: AbortSignal): Promise<Observation | Failure> {
  if (page.dialog !== undefined) return blocked('dialog_open', `A dialog of type ${page.dialog.type} is open.`);
  if (page.isCrashed) return blocked('page_crashed', 'The process of the page has died.');
  const isReady = await waitFor(
    page.ready.then(() => true),
    signal,
    ANSWER_LIMIT_MS,
  );
  if (isReady === undefined && !signal.aborted) {
    return blocked('page_unresponsive', 'A dialog that was left open, or a script that never ends, holds the page.');
  }
  if (page.refusal !== undefined) return forbidden(page.refusal);
  const attached = page.lendTo(signal);
  try {
    return await probeElement(attached, resource);
  } finally {
    attached.release();
  }
}

/** No state that a request could expect, not even `absent`: nobody can tell what the page holds. */
function blocked(reason: string, why: string): Observation {
  const hint =
    'An action without dom_element answers an open dialog (ui_interaction.navigate); page.close always works.';
  return { state: 'unknown', reason, details: { why, hint } };
}
