import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from '../../src/cli/find-chromium.ts';
import { folderWith, MAIN, runWaybill } from '../cli/run-waybill.ts';
import { serveTools } from '../mcp-adapter/serve-tools.ts';
import { connectTo, startHosted } from './host.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const TOOLS = [process.execPath, file('../mcp-adapter/servers/stdio.mjs')];
const EVERYTHING = [
  process.execPath,
  file('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
  'stdio',
];
const PLAYWRIGHT = file('../../node_modules/@playwright/mcp/cli.js');

/** A client of the server itself. */
async function connectDirectly([command = '', ...args]: readonly string[]): Promise<Client> {
  // Some servers offer a tool only to clients that can take part in it.
  const capabilities = { elicitation: { form: {}, url: {} }, sampling: {} };
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: 'legacy' } },
  );
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('waybill wrap', () => {
  test.for(['modern', 'legacy'] as const)('offers a %s client what the server offers, as it says it', async (era) => {
    const itself = await connectDirectly(EVERYTHING);
    const client = await connectTo(startHosted(['wrap', '--', ...EVERYTHING]), era);
    const { tools } = await client.listTools();
    const { tools: own } = await itself.listTools();
    const told = (list: typeof tools) =>
      list
        .map(({ name, title, description, annotations }) => ({ name, title, description, annotations }))
        .sort((left, right) => (left.name < right.name ? -1 : 1));
    expect(told(tools)).toEqual(told(own).map((tool) => expect.objectContaining(withoutUndefined(tool))));
  });

  test('hands pictures on as they are', async () => {
    const itself = await connectDirectly(EVERYTHING);
    const client = await connectTo(startHosted(['wrap', '--', ...EVERYTHING]), 'modern');
    const call = { name: 'get-tiny-image', arguments: {} };
    const { content } = await client.callTool(call);
    expect(content).toContainEqual(expect.objectContaining({ type: 'image' }));
    expect(content).toEqual((await itself.callTool(call)).content);
  });

  test('carries a call that is repeated with its nonce out once, and says so', async () => {
    const client = await connectTo(startHosted(['wrap', '--', ...TOOLS]), 'modern');
    const add = { name: 'add', arguments: { number: 5, waybill: { context: { nonce: 'add-five-1' } } } };
    const first = await client.callTool(add);
    const again = await client.callTool(add);
    expect(first.content).toEqual([{ type: 'text', text: '5' }]);
    expect(again.content).toEqual(first.content);
    expect(again.structuredContent).toMatchObject({ replayed: true, outcome: { effect: 'applied' } });
    const other = await client.callTool({ name: 'add', arguments: { number: 1 } });
    expect(other.content).toEqual([{ type: 'text', text: '6' }]);
  });

  test('says honestly what nobody knows: of a server that dies in the middle of a call', async () => {
    const client = await connectTo(startHosted(['wrap', '--', ...TOOLS]), 'modern');
    const { isError, structuredContent } = await client.callTool({ name: 'die', arguments: {} });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ outcome: { status: 'partially_fulfilled', effect: 'unknown' } });
    await vi.waitFor(
      async () => expect((await client.callTool({ name: 'world', arguments: {} })).isError).toBe(false),
      20_000,
    );
  });

  test('offers the tools that are asked for, gives the server its environment, and keeps an audit log', async () => {
    const hosted = startHosted(['wrap', '--expose', 'w*', '--audit', 'acts.jsonl', '--', ...TOOLS]);
    const client = await connectTo(hosted, 'modern');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['wait', 'world']);
    await client.callTool({ name: 'world', arguments: {} });
    hosted.child.stdin?.end();
    expect((await hosted.ended()).code).toBe(0);
    const lines = readFileSync(join(hosted.folder, 'acts.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { audit: 'acted', intent: 'world', target: 'wrapped' },
    ]);
    for (const line of hosted.lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  test('gives the server the environment of its own, but for what is for Waybill', async () => {
    const script = `const { A = 'none', WAYBILL_SECRET = 'none' } = process.env; require('node:fs').writeFileSync('seen', A + ' ' + WAYBILL_SECRET)`;
    const hosted = startHosted(['wrap', '--', process.execPath, '-e', script], { env: { A: 'of the host' } });
    await hosted.ended();
    expect(readFileSync(join(hosted.folder, 'seen'), 'utf8')).toBe('of the host none');
  });

  test('serves over HTTP where that is asked for', async () => {
    const hosted = startHosted(['wrap', '--port', '0', '--', ...TOOLS]);
    const origin = await vi.waitUntil(
      () => hosted.lines().flatMap((line) => /^waybill listens on (.*)$/.exec(line)?.[1] ?? [])[0],
      { timeout: 25_000 },
    );
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
    onTestFinished(() => client.close());
    expect((await client.callTool({ name: 'say', arguments: { number: 7 } })).isError).toBe(false);
  });

  test('reaches a server at an address, with the token that is in the environment', async () => {
    const server = await serveTools();
    const hosted = startHosted(['wrap', '--url', server.url, '--token-env', 'API_TOKEN'], {
      env: { API_TOKEN: 'of-mine' },
    });
    const client = await connectTo(hosted, 'legacy');
    expect((await client.callTool({ name: 'say', arguments: { number: 7 } })).isError).toBe(false);
    expect(server.headers.at(-1)?.get('authorization')).toBe('Bearer of-mine');
    expect(hosted.stderr()).not.toContain('of-mine');
  });

  test.for([
    ['a program that is not there', ['no-such-program'], 'the program no-such-program is not there'],
    [
      'one that ends at once',
      [process.execPath, '-e', 'console.error("bad option"); process.exit(3)'],
      'it exited with 3; it said: bad option',
    ],
  ] as const)('ends with 4, and says why, for %s', async ([, command, why]) => {
    const hosted = startHosted(['wrap', '--', ...command]);
    expect(await hosted.ended()).toEqual({ code: 4, signal: null });
    expect(hosted.stderr()).toContain('waybill could not start: ');
    expect(hosted.stderr()).toContain(why);
    expect(hosted.lines()).toEqual([]);
  });

  test.for([
    [['wrap'], 'expected a command behind --, or --url, found neither'],
    [['wrap', '--url', 'http://127.0.0.1:1/mcp', '--', 'x'], 'found both'],
    [['wrap', '--token-env', 'T', '--', 'x'], '--token-env goes with --url'],
    [['wrap', '--url', 'http://127.0.0.1:1/mcp', '--token-env', 'T'], 'the environment variable T is not set'],
    [['wrap', '--name', 'system', '--', 'x'], 'expected a lower-case letter'],
  ] as const)('refuses %j', async ([args, why]) => {
    const run = await runWaybill(args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(why);
  });
});

describe('what waybill wrap leaves behind', () => {
  test.for(['SIGKILL to its host', 'SIGKILL to itself', 'SIGTERM to itself'] as const)(
    'is nothing, at %s',
    async (how) => {
      const host = spawn(process.execPath, [file('host-script.mjs'), MAIN, 'wrap', '--', ...TOOLS], {
        cwd: folderWith(),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void host.kill('SIGKILL'));
      const [line] = await once(host.stdout, 'data');
      const [wrap = 0, server = 0] = String(line).trim().split(' ').map(Number);
      expect([wrap, server].map(isRunning)).toEqual([true, true]);
      if (how === 'SIGKILL to its host') host.kill('SIGKILL');
      else process.kill(wrap, how === 'SIGKILL to itself' ? 'SIGKILL' : 'SIGTERM');
      await vi.waitUntil(() => !isRunning(server) && !isRunning(wrap), { timeout: 20_000 });
    },
  );
});

test('a real browser server is driven through it, and what is clicked again under one nonce is clicked once', async () => {
  let clicks = 0;
  const site = createServer((request, response) => {
    if (request.url === '/clicked') clicks += 1;
    response.setHeader('content-type', 'text/html');
    response.end('<title>Shop</title><input id="name"><button id="buy" onclick="fetch(\'/clicked\')">Buy</button>');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close().closeAllConnections());
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo; // `as`: it listens on TCP
  const chromium = findChromium(process.env.PATH) ?? '';
  const folder = folderWith();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      MAIN,
      'wrap',
      '--',
      process.execPath,
      PLAYWRIGHT,
      '--headless',
      '--no-sandbox',
      '--isolated',
      '--executable-path',
      chromium,
    ],
    env: { PATH: String(process.env.PATH), HOME: folder },
    cwd: folder,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, given: object) => {
    const result = await client.callTool({ name, arguments: { ...given } }, { timeout: 120_000 });
    expect(result).toMatchObject({ isError: false });
    return result;
  };
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('browser_click');
  await call('browser_navigate', { url: `http://127.0.0.1:${port}/` });
  await call('browser_type', { target: '#name', element: 'name', text: 'Zoe' });
  const click = { target: '#buy', element: 'Buy', waybill: { context: { nonce: 'buy-order-1' } } };
  const first = await call('browser_click', click);
  await vi.waitUntil(() => clicks > 0, { timeout: 20_000 });
  const again = await call('browser_click', click);
  expect(again.content).toEqual(first.content);
  expect(again.structuredContent).toMatchObject({ replayed: true });
  const { content } = await call('browser_take_screenshot', {});
  expect(content).toContainEqual(expect.objectContaining({ type: 'image' }));
  expect(JSON.stringify(await call('browser_snapshot', {}))).toContain('Zoe');
  expect(clicks).toBe(1);
  expect(existsSync(join(folder, '.playwright-mcp'))).toBe(true);
}, 180_000);

function withoutUndefined(value: object): object {
  return JSON.parse(JSON.stringify(value));
}
