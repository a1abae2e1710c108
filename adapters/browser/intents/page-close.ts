import Type from 'typebox';
import { isFailure } from '../../../contracts/failure.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { ConnectedBrowser } from '../connected-browser.ts';
import { findNamedPage, findPage, namedTarget } from '../contexts/find-page.ts';
import type { FoundPage } from '../contexts/found-page.ts';
import type { TargetIntent } from './target-intent.ts';

export const PAGE_CLOSE: TargetIntent = {
  declaration: {
    key: 'page.close',
    title: 'Close a page',
    description:
      'Closes a page, also one that a dialog blocks; the last page of an isolated context takes its context with it. ' +
      'A page that goes meanwhile, or is declared `absent` and is, is no failure.',
    effect: 'idempotent',
    actions: ['close'],
    requires: [],
    payload: Type.Object({}, { additionalProperties: false }),
    result: Type.Object({
      page: Type.String(),
      closed: Type.Boolean({ description: 'False: there was no such page any more.' }),
    }),
    example: {
      payload: {},
      resources: [{ type: 'browser_target', identifier: '<page from page.open>', state: 'attached' }],
    },
  },
  execute: async (browser, call) => {
    const named = namedTarget(call);
    const page =
      named === undefined ? await findPage(browser, call) : await findNamedPage(browser, call.principal, named);
    if (isFailure(page)) return { effect: 'none', failure: page };
    const closed = page !== undefined && (await closePage(browser, page));
    return {
      effect: closed ? 'applied' : 'none',
      result: { page: page?.identifier ?? named ?? '', closed },
      verification: { status: 'verified', post_condition: { state: 'absent' }, side_effects: [] },
    };
  },
};

async function closePage(browser: ConnectedBrowser, page: FoundPage): Promise<boolean> {
  const { connection, contexts } = browser;
  const { targetId, browserContextId } = page;
  if (browserContextId !== undefined && (await isLastPage(browser, targetId, browserContextId))) {
    await contexts.dispose(browserContextId);
    return true;
  }
  try {
    await connection.browser.send('Target.closeTarget', { targetId });
    return true;
  } catch (error) {
    if (error instanceof CdpError && error.reason === 'refused') return false;
    throw error;
  }
}

async function isLastPage({ connection }: ConnectedBrowser, targetId: string, contextId: string): Promise<boolean> {
  const { targetInfos } = await connection.browser.send('Target.getTargets');
  return !targetInfos.some(
    (other) => other.type === 'page' && other.browserContextId === contextId && other.targetId !== targetId,
  );
}
