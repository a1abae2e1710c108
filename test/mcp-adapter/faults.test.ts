import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { McpTargetOptions } from '../../adapters/mcp/mcp-options.ts';
import type { Acted } from '../../contracts/adapter.ts';
import type { Effect } from '../../contracts/outcome.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { until } from '../http/until.ts';
import { connect } from '../mcp/connect.ts';
import { openTestService } from '../open-test-service.ts';
import { processesWith } from '../process/process-table.ts';
import { openTestMcp, serverCommand, type TestMcp } from './open-test-mcp.ts';
import { serveTools } from './serve-tools.ts';

const MOST_RSS_GROWTH_BYTES = 60 * 1024 * 1024;

/** Takes connections, and answers with what it is told to: undefined, nothing. */
async function serveBytes(answer: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (answer !== undefined) socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // `as`: it listens on a port
  return `http://127.0.0.1:${port}/mcp`;
}

test('of five servers one hangs, one answers garbage and one dies: the tools of the others are listed at once', async () => {
  const target = (name: string, options: McpTargetOptions) => ({ name, kind: 'mcp', options });
  const { origin } = await openTestService({
    targets: [
      target('hanging', { url: await serveBytes(undefined) }),
      target('garbage', { url: await serveBytes('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"half') }),
      target('dying', { command: process.execPath, arguments: ['-e', 'process.exit(3)'] }),
      target('first', { url: (await serveTools()).url }),
      target('second', { url: (await serveTools()).url }),
    ],
  });
  const client = await connect(origin);
  await until(async () => {
    const { tools } = await client.listTools(undefined, { cacheMode: 'bypass' });
    return ['first_say', 'second_say'].every((name) => tools.some((tool) => tool.name === name));
  }, 20_000);
  const askedMs = performance.now();
  const { tools, _meta } = await client.listTools(undefined, { cacheMode: 'bypass' });
  const tookMs = performance.now() - askedMs;
  expect(tools.filter(({ name }) => name.endsWith('_say')).map(({ name }) => name)).toEqual([
    'first_say',
    'second_say',
  ]);
  expect(tookMs).toBeLessThan(1000);
  expect(JSON.stringify(_meta)).toMatch(/hanging.*garbage.*dying/);
  const ready = await fetch(new URL('/readyz', origin));
  const body = await ready.text();
  console.log(`the list took ${tookMs.toFixed(0)} ms`);
  expect(body).toContain('dying');
  expect(await client.callTool({ name: 'first_say', arguments: { number: 4 } })).toMatchObject({ isError: false });
});

test('a server whose list is nested without end does not say what it offers, and is asked again', async () => {
  const { adapter, lines } = await openTestMcp(serverCommand('deep.mjs'));
  await until(() => lines.some((line) => line.includes('it does not say what it offers')));
  expect(adapter.undeclared?.()?.kind).toBe('adapter_unavailable');
});

test('2,000 calls to a server that is killed every 100 are all answered honestly, and nothing is left of it', async () => {
  const { declared, act, adapter } = await openTestMcp(serverCommand('stdio.mjs', 'killed-every-100'));
  await declared();
  const ends: Acted[] = [];
  const pids = new Set<number>();
  const rss: number[] = [];
  const startedMs = performance.now();
  for (let round = 0; round < 20; round += 1) {
    const pid = await pidOf(act);
    pids.add(pid);
    const before: Acted[] = [];
    let begun = 0;
    const work = async (): Promise<void> => {
      while (begun < 100) {
        begun += 1;
        if (begun === 95) process.kill(pid, 'SIGKILL');
        const into = begun < 95 ? before : ends;
        into.push(await act('add', { number: 1 }));
      }
    };
    await Promise.all(Array.from({ length: 4 }, work));
    // What was said to be done was done, once.
    const sums = before.filter(({ failure }) => failure === undefined).map(({ result }) => sumOf(result));
    expect(new Set(sums).size).toBe(sums.length);
    expect(Math.max(...sums)).toBeLessThanOrEqual(100);
    ends.push(...before);
    rss.push(process.memoryUsage.rss());
  }
  const tookMs = performance.now() - startedMs;
  await adapter.close();
  const left = processesWith('killed-every-100');
  const told = rss.map((bytes) => (bytes / 1e6).toFixed(0)).join(' ');
  const count = (effect: Effect): number => ends.filter((acted) => acted.effect === effect).length;
  const counts = { applied: count('applied'), unknown: count('unknown'), none: count('none') };
  console.log(`${JSON.stringify(counts)} in ${(tookMs / 1000).toFixed(1)} s, ${pids.size} killed, RSS ${told} MB`);
  expect(counts.applied + counts.unknown + counts.none).toBe(2000);
  expect(counts.applied).toBeGreaterThan(1500);
  expect(ends.every(({ effect, failure }) => (effect === 'applied') === (failure === undefined))).toBe(true);
  expect(pids.size).toBe(20);
  expect(left).toEqual([]);
  expect((rss.at(-1) ?? 0) - (rss[4] ?? 0)).toBeLessThan(MOST_RSS_GROWTH_BYTES);
}, 240_000);

/** Of the server's process, once there is one. */
async function pidOf(act: TestMcp['act']): Promise<number> {
  let pid: unknown;
  await until(async () => {
    const { result } = await act('world');
    const world = isRecord(result) ? result.structuredContent : undefined;
    pid = isRecord(world) ? world.pid : undefined;
    return pid !== undefined;
  }, 60_000);
  return Number(pid);
}

/** The tool says what the numbers come to by then. */
function sumOf(result: unknown): number {
  const [block] = isRecord(result) && Array.isArray(result.content) ? result.content : [];
  return Number(isRecord(block) ? block.text : Number.NaN);
}

test('where nobody listens, that is what is said', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // `as`: it listens on a port
  await new Promise((resolve) => server.close(resolve));
  const { adapter } = await openTestMcp({ url: `http://127.0.0.1:${port}/mcp` });
  await until(() => JSON.stringify(adapter.undeclared?.()).includes('ECONNREFUSED'));
});
