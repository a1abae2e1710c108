import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith, SECRET } from './run-waybill.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
/** Lines enough to fill any pipe: those of refused requests hold some hundred bytes. */
const MANY = 1500;

interface Started {
  readonly child: ChildProcess;
  readonly origin: string;
}

/** A service whose standard output is read up to its address, and from then on by nobody. */
async function serveUnread(): Promise<Started> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], {
    cwd: folderWith({ 'waybill.yaml': 'limits: { shutdown_ms: 500 }\n' }),
    env: { WAYBILL_SECRET: SECRET },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  while (!text.includes('\n')) {
    await once(child.stdout, 'readable');
    text += child.stdout.read() ?? '';
  }
  child.stderr.resume();
  return { child, origin: text.split('\n')[0]?.replace('waybill listens on ', '') ?? '' };
}

async function refuseMany(origin: string, times: number): Promise<void> {
  for (let sent = 0; sent < times; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${origin}/${'x'.repeat(200)}`).then((r) => r.text())));
  }
}

test('a service whose output nobody reads serves on, and ends when it is told to', async () => {
  const { child, origin } = await serveUnread();
  await refuseMany(origin, MANY);
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a service whose output was closed serves on, reloads, and ends when it is told to', async () => {
  const { child, origin } = await serveUnread();
  child.stdout?.destroy();
  child.stderr?.destroy();
  await refuseMany(origin, 100);
  child.kill('SIGHUP');
  // What a reload says goes to nobody; it was over in a tenth of a second where it was heard.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
