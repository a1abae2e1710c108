import type { Outcome } from '../../contracts/outcome.ts';
import type { Example } from '../example.ts';
import { findInstalledChromium } from '../find-installed-chromium.ts';
import { installedProgram } from '../installed-program.ts';
import { openParcelPage } from '../parcel-page.ts';

const done = (text: RegExp) => ({
  status: 'fulfilled' as const,
  effect: 'applied' as const,
  result: { content: [{ type: 'text', text }] },
});

/** The text of the last outcome: this server answers in prose. */
function lastText(earlier: readonly Outcome[]): string {
  return JSON.stringify(earlier.at(-1)?.result ?? {});
}

function find(earlier: readonly Outcome[], pattern: RegExp): string {
  const found = earlier.map((outcome) => pattern.exec(lastText([outcome]))?.[1]).findLast((one) => one !== undefined);
  return found ?? 'none';
}

/** The number of the one page that is open. */
const pageOf = (earlier: readonly Outcome[]): number => Number(find(earlier, /(\d+): /));
const FIELD = /uid=(\S+) textbox/;
const BUTTON = /uid=(\S+) button/;

export const example: Example = {
  actions: ['call_tool'],
  startsSlowly: true,
  domain: 'parcel-tracking',
  alsoByMcp: true,
  open: async () => {
    const page = await openParcelPage();
    return {
      variables: {
        CHROME_DEVTOOLS_MCP: installedProgram('chrome-devtools-mcp', 'chrome-devtools-mcp'),
        CHROMIUM: findInstalledChromium(),
      },
      close: page.close,
      steps: [
        {
          title: 'Ask for the open pages: the browser starts',
          intent: 'chrome.list_pages',
          timeoutMs: 60_000,
          expected: { ...done(/1: /), effect: 'none' },
        },
        {
          title: 'Open the page',
          intent: 'chrome.navigate_page',
          payload: (earlier) => ({ pageId: pageOf(earlier), type: 'url', url: page.url }),
          timeoutMs: 60_000,
          expected: done(/Successfully navigated/),
        },
        {
          title: 'Look at it',
          intent: 'chrome.take_snapshot',
          payload: (earlier) => ({ pageId: pageOf(earlier) }),
          expected: done(/No parcel yet/),
        },
        {
          title: 'Type the number of the parcel',
          intent: 'chrome.fill',
          payload: (earlier) => ({ pageId: pageOf(earlier), uid: find(earlier, FIELD), value: 'WB-4711' }),
          expected: done(/fill/i),
        },
        {
          title: 'Click on Track',
          intent: 'chrome.click',
          payload: (earlier) => ({ pageId: pageOf(earlier), uid: find(earlier, BUTTON) }),
          expected: done(/click/i),
        },
        {
          title: 'Look again: it says where the parcel is, and was asked once',
          intent: 'chrome.take_snapshot',
          payload: (earlier) => ({ pageId: pageOf(earlier) }),
          expected: done(/Parcel WB-4711 is in Bremen, tracked 1 times/),
        },
        {
          title: 'Click on what is not there: the server says so, and how far it had come nobody can know',
          intent: 'chrome.click',
          payload: (earlier) => ({ pageId: pageOf(earlier), uid: '99_99' }),
          timeoutMs: 30_000,
          expected: { status: 'partially_fulfilled', effect: 'unknown', error: { code: 'adapter_failed' } },
        },
      ],
    };
  },
};
