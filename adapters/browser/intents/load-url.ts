import type { Call } from '../../../contracts/adapter.ts';
import { failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Effect } from '../../../contracts/outcome.ts';
import { overNavigation } from '../elements/over-navigation.ts';
import type { Page } from '../page.ts';
import type { PageActed } from '../page-action.ts';
import { describeUrl } from '../secrets/describe-url.ts';
import { noLongerWanted, translateCdpError } from '../translate-cdp-error.ts';
import { waitFor } from '../wait-for.ts';

/** What a navigation is waited for, the earliest first. */
export const LOAD_STAGES = ['commit', 'domcontentloaded', 'load'] as const;
export type LoadStage = (typeof LOAD_STAGES)[number];

type Arrived = { readonly href: string; readonly title: string };
const ARRIVED = '() => ({ href: location.href, title: document.title })';

/** Sends a page to an address and waits until it has come that far. The address was checked by the caller. */
export async function loadUrl(page: Page, url: string, stage: LoadStage, call: Call): Promise<PageActed> {
  const startedMs = performance.now();
  const load = watchLoad(page, stage);
  try {
    const { loaderId, errorText, isDownload } = await page.send('Page.navigate', { url });
    if (isDownload === true) return downloaded(url);
    if (errorText !== undefined) return notLoaded(url, errorText);
    // A change of the fragment alone loads nothing.
    const isThere = loaderId === undefined || (await waitFor(load.reached, call.signal));
    if (isThere === undefined) return { effect: load.effectSoFar(), failure: noLongerWanted() };
    // What has just loaded may go on to another document at once.
    const { href, title } = await overNavigation(() => page.call<Arrived>(ARRIVED));
    const httpStatus = loaderId === undefined ? undefined : load.statusOf(loaderId);
    const status = httpStatus === undefined ? {} : { status: httpStatus };
    const seen: JsonObject = { url: describeUrl(href), ...status };
    return {
      effect: 'applied',
      result: { ...seen, title, load_time_ms: Math.round(performance.now() - startedMs) },
      postCondition: { state: stage === 'commit' ? 'committed' : 'loaded', ...seen },
    };
  } catch (error) {
    return { effect: load.effectSoFar(), failure: translateCdpError(error) };
  } finally {
    load.end();
  }
}

interface LoadWatch {
  readonly reached: Promise<true>;
  effectSoFar(): Effect;
  /** HTTP status of a document, where it came over HTTP. */
  statusOf(loaderId: string): number | undefined;
  end(): void;
}

function watchLoad(page: Page, stage: LoadStage): LoadWatch {
  let isCommitted = false;
  let reach = () => {};
  const reached = new Promise<true>((resolve) => {
    reach = () => resolve(true);
  });
  const statuses = new Map<string, number>();
  const reachOnce = (of: LoadStage) => {
    if (isCommitted && of === stage) reach();
  };
  const ends = [
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      isCommitted = true;
      reachOnce('commit');
    }),
    page.on('Page.domContentEventFired', () => reachOnce('domcontentloaded')),
    page.on('Page.loadEventFired', () => reachOnce('load')),
    page.on('Network.responseReceived', ({ type, loaderId, response }) => {
      if (type === 'Document') statuses.set(loaderId, response.status);
    }),
  ];
  return {
    reached,
    effectSoFar: () => (isCommitted ? 'applied' : 'unknown'),
    statusOf: (loaderId) => statuses.get(loaderId),
    end: () => {
      for (const end of ends) end();
    },
  };
}

function downloaded(url: string): PageActed {
  return {
    effect: 'none',
    failure: failure('adapter_failed', `${describeUrl(url)} is a download, not a page; downloads are not kept.`, {
      hint: 'Fetch it over HTTP instead.',
    }),
  };
}

function notLoaded(url: string, errorText: string): PageActed {
  // The browser drops a navigation for another one, or when it is refused: the document before is still there.
  const isDropped = errorText === 'net::ERR_ABORTED';
  return {
    effect: isDropped ? 'none' : 'applied',
    failure: failure('adapter_failed', `Expected ${describeUrl(url)} to load, found ${errorText}.`, {
      hint: isDropped
        ? 'The page stayed: it asks before it is left (payload.dialog {"action": "accept"} answers that), or went elsewhere.'
        : 'Check the address, and that the browser reaches it.',
    }),
  };
}
