import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';

const INSPECTOR = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
);

/** What the Inspector's command line prints, as JSON. */
async function inspect(origin: string, era: string, args: readonly string[]): Promise<unknown> {
  const home = mkdtempSync(join(tmpdir(), 'waybill-inspector-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const common = [
    '--cli',
    `${origin}/mcp`,
    '--transport',
    'http',
    '--protocol-era',
    era,
    '--format',
    'json',
    '--quiet',
  ];
  const inspector = spawn(process.execPath, [INSPECTOR, ...common, ...args], {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complained = '';
  inspector.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  inspector.stderr.on('data', (chunk) => {
    complained += chunk;
  });
  await once(inspector, 'close');
  expect(complained).toBe('');
  return JSON.parse(printed);
}

test.for(['modern', 'legacy'])('the Inspector, %s, lists the tools', async (era) => {
  const { origin } = await openTestService();
  expect(await inspect(origin, era, ['--method', 'tools/list'])).toMatchObject({
    result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'system_echo' })]) },
  });
});

test.for(['modern', 'legacy'])('the Inspector, %s, calls a tool', async (era) => {
  const { origin } = await openTestService();
  const call = ['--method', 'tools/call', '--tool-name', 'system_echo', '--tool-arg', 'greeting=hello'];
  expect(await inspect(origin, era, call)).toMatchObject({
    result: { isError: false, structuredContent: { outcome: { status: 'fulfilled', result: { greeting: 'hello' } } } },
  });
});
