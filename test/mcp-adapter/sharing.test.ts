import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isRecord } from '../../src/core/is-record.ts';
import { until } from '../http/until.ts';
import { processesWith } from '../process/process-table.ts';
import { openTestMcp, serverCommand, type TestMcp } from './open-test-mcp.ts';
import { serveLegacyTools, serveTools } from './serve-tools.ts';

const EVERYTHING = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

async function worldOf(act: TestMcp['act'], principal: string): Promise<Readonly<Record<string, unknown>>> {
  const { result, failure } = await act('world', {}, { principal });
  if (!isRecord(result) || !isRecord(result.structuredContent)) throw new Error(JSON.stringify(failure));
  return result.structuredContent;
}

test('all principals share one process, and what it holds, where nothing else is configured', async () => {
  const { declared, act } = await openTestMcp(serverCommand('stdio.mjs', 'shared-by-all'));
  await declared();
  await act('add', { number: 5 }, { principal: 'ann' });
  expect(await worldOf(act, 'bob')).toMatchObject({ sum: 5 });
});

test('each principal has a process of its own where that is configured; the longest idle makes room', async () => {
  const { declared, act, adapter } = await openTestMcp({
    ...serverCommand('stdio.mjs', 'one-each'),
    per_principal: true,
    max_connections: 2,
  });
  await declared();
  await act('add', { number: 5 }, { principal: 'ann' });
  expect(await worldOf(act, 'bob')).toMatchObject({ sum: 0 });
  expect(await worldOf(act, 'ann')).toMatchObject({ sum: 5 });
  expect(await worldOf(act, 'cid')).toMatchObject({ sum: 0 });
  expect(await worldOf(act, 'ann')).toMatchObject({ sum: 5 });
  // Each is a supervisor and a server: two of principals, and that by which the tools are known.
  await until(() => processesWith('one-each').length === 6, 20_000);
  await adapter.close();
  expect(processesWith('one-each')).toEqual([]);
});

test('a principal whose connection nobody uses has it closed', async () => {
  const { declared, act } = await openTestMcp({
    ...serverCommand('stdio.mjs', 'soon-idle'),
    per_principal: true,
    idle_ms: 1000,
  });
  await declared();
  await worldOf(act, 'ann');
  await until(() => processesWith('soon-idle').length === 2, 30_000);
});

test('where all connections are in use, one more principal is told so', async () => {
  const { declared, act } = await openTestMcp({
    ...serverCommand('stdio.mjs', 'all-in-use'),
    per_principal: true,
    max_connections: 1,
  });
  await declared();
  let isBegun = false;
  const onProgress = (): void => {
    isBegun = true;
  };
  const stop = new AbortController();
  const running = act('wait', {}, { principal: 'ann', signal: stop.signal, onProgress });
  await until(() => isBegun, 20_000);
  expect(await act('say', { number: 1 }, { principal: 'bob' })).toMatchObject({
    effect: 'none',
    failure: { kind: 'overloaded' },
  });
  stop.abort();
  await running;
});

test('a server over HTTP is sent what is configured, and nothing of a caller', async () => {
  const { url, headers } = await serveTools();
  const { declared, act } = await openTestMcp({ url, bearer: 'of-this-service', headers: { 'x-team': 'wall' } });
  await declared();
  await act('say', { number: 1 });
  expect(headers.length).toBeGreaterThan(2);
  for (const sent of headers) {
    expect(sent.get('authorization')).toBe('Bearer of-this-service');
    expect(sent.get('x-team')).toBe('wall');
  }
});

test('a server that refuses the credentials is not taken for one of another era, and is told of', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      asked.push(text);
      response.writeHead(401).end('no');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // `as`: it listens on a port
  const { adapter, act } = await openTestMcp({ url: `http://127.0.0.1:${port}/mcp`, bearer: 'wrong-token-of-ours' });
  await until(() => asked.length > 0, 20_000);
  await until(async () => (await adapter.health()).detail?.includes('401') === true, 20_000);
  expect(asked.join()).not.toContain('initialize');
  expect(adapter.undeclared?.()).toMatchObject({ kind: 'adapter_unavailable' });
  expect(await act('say', { number: 1 })).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
});

test('a redirect is not followed', async () => {
  const { url, world } = await serveLegacyTools();
  const server = createServer((_request, response) => response.writeHead(307, { location: url }).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // `as`: it listens on a port
  const { adapter } = await openTestMcp({ url: `http://127.0.0.1:${port}/mcp` });
  await until(async () => (await adapter.health()).detail?.includes('307') === true, 20_000);
  expect(world).toMatchObject({ sum: 0 });
  expect(adapter.intents).toEqual([]);
});

test('the tools of server-everything are intents, and two of them work', async () => {
  const { adapter, declared, act } = await openTestMcp({ command: process.execPath, arguments: [EVERYTHING, 'stdio'] });
  await declared();
  expect(adapter.intents.length).toBeGreaterThan(8);
  expect(await act('echo', { message: 'hello' })).toMatchObject({
    result: { content: [{ type: 'text', text: 'Echo: hello' }] },
  });
  expect(await act('get-sum', { a: 2, b: 3 })).toMatchObject({ result: { content: [{ type: 'text' }] } });
});
