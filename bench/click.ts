import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Flow } from '../client/flow.ts';
import { WaybillClient } from '../client/waybill-client.ts';
import { launchChromium } from '../test/browser/launch-chromium.ts';
import { servePages } from '../test/browser/serve-pages.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type Spread, spread } from './statistics.ts';

const WARM_UP_CLICKS = 5;

const PAGE = `<!doctype html><title>bench</title>
<button id="plus" onclick="count.textContent = Number(count.textContent) + 1">Plus</button> <output id="count">0</output>`;

export interface ClickReport {
  readonly clicks: number;
  readonly rows: readonly {
    readonly name: string;
    readonly clickMs: Spread;
    /** Waybill's time of the same round by this one's: below 1, Waybill is faster. */
    readonly waybillShare: Spread;
  }[];
}

interface Clicker {
  readonly name: string;
  click(): Promise<void>;
  close(): Promise<void>;
}

/** Clicks the same button of one page of one Chromium, in turn, through Waybill and through `@playwright/mcp` over CDP. */
export async function benchClick(clicks: number): Promise<ClickReport> {
  const site = await servePages({ '/': PAGE });
  const chromium = await launchChromium();
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const clickers: Clicker[] = [];
  try {
    clickers.push(await openWaybill(chromium.endpoint, site.origin, folder));
    clickers.push(
      await openPlaywright('@playwright/mcp --timeout-settle 0', chromium.endpoint, folder, ['--timeout-settle', '0']),
    );
    clickers.push(await openPlaywright('@playwright/mcp', chromium.endpoint, folder, []));
    for (let click = 0; click < WARM_UP_CLICKS; click += 1) await clickInTurn(clickers);
    const rounds: Map<string, number>[] = [];
    while (rounds.length < clicks) rounds.push(await clickInTurn(clickers));
    return { clicks, rows: clickers.map(({ name }) => summarize(name, rounds)) };
  } finally {
    await Promise.all(clickers.map((clicker) => clicker.close()));
    await chromium.close();
    await site.close();
    rmSync(folder, { recursive: true });
  }
}

async function clickInTurn(clickers: readonly Clicker[]): Promise<Map<string, number>> {
  const took = new Map<string, number>();
  for (const clicker of [...clickers].sort(() => Math.random() - 0.5)) {
    const startedMs = performance.now();
    await clicker.click();
    took.set(clicker.name, performance.now() - startedMs);
  }
  return took;
}

function summarize(name: string, rounds: readonly Map<string, number>[]): ClickReport['rows'][number] {
  const of = (round: Map<string, number>, who: string): number => round.get(who) ?? Number.NaN;
  return {
    name,
    clickMs: spread(rounds.map((round) => of(round, name))),
    waybillShare: spread(rounds.map((round) => of(round, 'waybill') / of(round, name))),
  };
}

/** The whole request over HTTP: precheck of the button, real mouse events, verification, observed side effects. */
async function openWaybill(endpoint: string, pageOrigin: string, folder: string): Promise<Clicker> {
  const server = await startWaybill(endpoint, pageOrigin, folder);
  const client = new WaybillClient({ baseUrl: server.origin, capabilities: { execution_context: 'shared' } });
  const flow = await client.startFlow({ domain: 'bench', businessKey: 'click' });
  const page = await onlySharedPage(flow, pageOrigin).catch(async (thrown: unknown) => {
    await server.stop();
    throw thrown;
  });
  return {
    name: 'waybill',
    click: async () => {
      const { outcome } = await flow.send('ui_interaction.click', {
        resources: [page, { type: 'dom_element', identifier: '#plus', state: 'visible_enabled' }],
      });
      if (outcome.status !== 'fulfilled' || outcome.verification.status !== 'verified')
        throw new Error(JSON.stringify(outcome));
    },
    close: () => server.stop(),
  };
}

function startWaybill(endpoint: string, pageOrigin: string, folder: string): Promise<ServerProcess> {
  const config = join(folder, 'waybill.yaml');
  writeFileSync(
    config,
    `listen: { port: 0 }
adapters:
  browser: { kind: browser, endpoint: "${endpoint}", allow_origins: ["${pageOrigin}"], allow_private_addresses: true }
`,
  );
  const main = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));
  return startServer(process.execPath, [main, 'serve', '--config', config], join(folder, 'waybill.out'), {
    WAYBILL_SECRET: 'bench-'.repeat(8),
  });
}

/** Both sides act on the page that the browser started with. */
async function onlySharedPage(flow: Flow, pageOrigin: string) {
  const { outcome } = await flow.send('ui_interaction.navigate', { payload: { url: `${pageOrigin}/` } });
  if (outcome.status !== 'fulfilled') throw new Error(JSON.stringify(outcome));
  const listed = await flow.send('page.list');
  if (listed.outcome.status !== 'fulfilled') throw new Error(JSON.stringify(listed.outcome));
  // `as`: page.list declares this result
  const { pages } = listed.outcome.result as { readonly pages: readonly { readonly page: string }[] };
  const [page] = pages;
  if (page === undefined || pages.length !== 1) throw new Error(`Expected one page: ${JSON.stringify(listed.outcome)}`);
  return { type: 'browser_target', identifier: page.page, state: 'attached' };
}

async function openPlaywright(
  name: string,
  endpoint: string,
  folder: string,
  options: readonly string[],
): Promise<Clicker> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/mcp/package.json')), 'cli.js');
  const client = new Client({ name: 'waybill-bench', version: '0.1.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, '--cdp-endpoint', endpoint, '--snapshot-mode', 'none', '--output-dir', folder, ...options],
      stderr: 'ignore',
    }),
  );
  return {
    name,
    click: async () => {
      const result = await client.callTool({
        name: 'browser_click',
        arguments: { element: 'the plus button', target: '#plus' },
      });
      if (result.isError === true) throw new Error(JSON.stringify(result.content));
    },
    close: () => client.close(),
  };
}
