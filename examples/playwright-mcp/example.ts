import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Example } from '../example.ts';
import { findInstalledChromium } from '../find-installed-chromium.ts';
import { installedProgram } from '../installed-program.ts';
import { openParcelPage } from '../parcel-page.ts';

/** An act that @playwright/mcp reports as done; nothing but a look at the page proves it. */
const done = (text: RegExp) => ({
  status: 'fulfilled' as const,
  effect: 'applied' as const,
  result: { content: [{ type: 'text', text }] },
});

export const example: Example = {
  actions: ['call_tool'],
  startsSlowly: true,
  domain: 'parcel-tracking',
  alsoByMcp: true,
  open: async () => {
    const page = await openParcelPage();
    const folder = await mkdtemp(join(tmpdir(), 'waybill-playwright-mcp-'));
    return {
      variables: {
        PLAYWRIGHT_MCP: installedProgram('@playwright/mcp', 'playwright-mcp'),
        CHROMIUM: findInstalledChromium(),
        OUTPUT: folder,
      },
      close: async () => {
        await page.close();
        await rm(folder, { recursive: true, force: true });
      },
      steps: [
        {
          title: 'Open the page',
          intent: 'playwright.browser_navigate',
          payload: { url: page.url },
          timeoutMs: 60_000, // the browser starts with it
          expected: done(/Page Title: Parcels/),
        },
        {
          title: 'Type the number of the parcel',
          intent: 'playwright.browser_type',
          payload: { element: 'Number', target: '#number', text: 'WB-4711' },
          expected: done(/WB-4711/),
        },
        {
          title: 'Click on Track',
          intent: 'playwright.browser_click',
          payload: { element: 'Track', target: '#track' },
          expected: done(/click/),
        },
        {
          title: 'Look at the page: it says where the parcel is, and was asked once',
          intent: 'playwright.browser_snapshot',
          expected: {
            status: 'fulfilled',
            effect: 'none',
            result: { content: [{ type: 'text', text: /Parcel WB-4711 is in Bremen, tracked 1 times/ }] },
          },
        },
        {
          title: 'Ask for what the server does not take: refused before it is asked',
          intent: 'playwright.browser_click',
          payload: { element: 'Track' },
          expected: { status: 'rejected', effect: 'none', error: { code: 'payload_invalid' } },
        },
        {
          title: 'Click on what is not there: the server says so, and how far it had come nobody can know',
          intent: 'playwright.browser_click',
          payload: { element: 'Nothing', target: '#nothing' },
          timeoutMs: 30_000,
          expected: { status: 'partially_fulfilled', effect: 'unknown', error: { code: 'adapter_failed' } },
        },
      ],
    };
  },
};
