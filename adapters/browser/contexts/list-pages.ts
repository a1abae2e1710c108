import type { JsonObject } from '../../../contracts/json.ts';
import type { ConnectedBrowser } from '../connected-browser.ts';
import { describeUrl, shorten } from '../secrets/describe-url.ts';
import { sealHandle } from './page-handle.ts';

const MAX_TITLE_CHARS = 120;
/** As many candidates as a mismatch lists; `page.list` shows all. */
const MAX_CANDIDATES = 20;

/** A page that a principal may act on. */
export interface OpenPage {
  /** What a `browser_target` resource names it by. */
  readonly identifier: string;
  readonly targetId: string;
  readonly browserContextId: string | undefined;
  readonly url: string;
  readonly title: string;
  /** Undefined: a shared page, which nobody's time limit ends. */
  readonly expiresAtMs: number | undefined;
}

/** A principal's own pages first, then the shared ones: those of the browser's default context. */
export async function listPages(browser: ConnectedBrowser, principal: string): Promise<readonly OpenPage[]> {
  const [{ targetInfos }, marks, isolated] = await Promise.all([
    browser.connection.browser.send('Target.getTargets'),
    browser.contexts.list(),
    browser.contexts.ids(),
  ]);
  const now = Date.now();
  const own: Promise<OpenPage>[] = [];
  const shared: OpenPage[] = [];
  for (const { type, targetId, browserContextId, url, title } of targetInfos) {
    if (type !== 'page' || browserContextId === undefined) continue;
    // Even the title of a page on a forbidden origin is content of that origin.
    const shown = browser.policy.refuseToStay(url) === undefined ? shorten(title, MAX_TITLE_CHARS) : '';
    const page = { targetId, url: describeUrl(url), title: shown };
    const mark = marks.get(browserContextId);
    if (!isolated.has(browserContextId)) {
      shared.push({ ...page, identifier: targetId, browserContextId: undefined, expiresAtMs: undefined });
    } else if (mark?.principal === principal && mark.expiresAtMs > now) {
      const { expiresAtMs } = mark;
      own.push(
        sealHandle(browser.sealer, principal, targetId, browserContextId).then((identifier) => ({
          ...page,
          identifier,
          browserContextId,
          expiresAtMs,
        })),
      );
    }
  }
  return [...(await Promise.all(own)), ...shared];
}

/** A page as answers show it. */
export function describePage(page: OpenPage): JsonObject {
  const expires = page.expiresAtMs === undefined ? {} : { expires_at: new Date(page.expiresAtMs).toISOString() };
  return {
    page: page.identifier,
    target_id: page.targetId,
    execution_context: page.browserContextId === undefined ? 'shared' : 'isolated',
    url: page.url,
    title: page.title,
    ...expires,
  };
}

/** The pages that a request could have meant. */
export function describeCandidates(pages: readonly OpenPage[]): readonly JsonObject[] {
  return pages.slice(0, MAX_CANDIDATES).map(describePage);
}
