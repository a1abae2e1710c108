import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface TestChromium {
  /** `http://127.0.0.1:PORT`, as a config names it. */
  readonly endpoint: string;
  readonly port: number;
  /** Ends this browser by its own pid; a second call does nothing. */
  close(): Promise<void>;
}

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-address=127.0.0.1',
];

const START_LIMIT_MS = 20_000;

/** Starts a real Chromium, headless, on a free port (or the one given) and with a profile of its own. */
export async function launchChromium(port = 0, flags: readonly string[] = []): Promise<TestChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'waybill-chromium-'));
  const child = spawn(
    '/usr/bin/chromium',
    [...FLAGS, ...flags, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    // A group of its own, so that the browser ends with the script that starts it.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const exited = once(child, 'exit');
  let closing: Promise<void> | undefined;
  const close = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
    await exited.catch(() => undefined); // it never started
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  try {
    const listeningOn = await untilItListens(child);
    // It says that it listens seconds before it answers, on a busy machine.
    await untilItAnswers(`http://127.0.0.1:${listeningOn}/json/version`);
    return { endpoint: `http://127.0.0.1:${listeningOn}`, port: listeningOn, close: closeOnce };
  } catch (thrown) {
    await closeOnce();
    throw thrown;
  }
}

function untilItListens(child: ChildProcessByStdio<null, null, Readable>): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const failed = (why: string) => reject(new Error(`Chromium ${why}: ${text}`));
    const late = setTimeout(failed, START_LIMIT_MS, `listens on no port after ${START_LIMIT_MS} ms`);
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(text);
      if (found === null) return;
      clearTimeout(late);
      resolve(Number(found[1]));
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(late);
      failed(`ended with ${code} before it listened`);
    });
  });
}

async function untilItAnswers(url: string): Promise<void> {
  const untilMs = performance.now() + START_LIMIT_MS;
  for (;;) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok === true) return;
    if (performance.now() > untilMs) throw new Error(`Chromium listens, but answers nothing at ${url}`);
  }
}
