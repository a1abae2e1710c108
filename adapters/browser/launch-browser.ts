import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Failure, failure } from '../../contracts/failure.ts';
import type { BrowserAddress } from './cdp/find-web-socket-url.ts';

const START_LIMIT_MS = 20_000;
const END_LIMIT_MS = 3_000;

/** Looked for on the PATH first, then where installers put them. */
const KNOWN_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const FLAGS = [
  '--headless=new',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--remote-debugging-address=127.0.0.1',
  '--remote-debugging-port=0',
  // A second, unused line to the browser: it ends itself when the line breaks, so even a killed service leaves none.
  '--remote-debugging-pipe',
];

interface Running {
  readonly address: BrowserAddress;
  end(): Promise<void>;
}

/** The browser of this machine, started when it is first needed and again when it has died. */
export class LaunchedBrowser {
  readonly #executable: string | undefined;
  readonly #closing = new AbortController();
  #running: Promise<Running | Failure> | undefined;

  constructor(executable: string | undefined) {
    this.#executable = executable;
  }

  async address(): Promise<BrowserAddress | Failure> {
    this.#running ??= this.#start();
    const running = await this.#running;
    if ('kind' in running) {
      this.#running = undefined;
      return running;
    }
    return running.address;
  }

  /** A browser that is starting is ended as well, without waiting for it. */
  async close(): Promise<void> {
    this.#closing.abort();
    const running = await this.#running;
    this.#running = undefined;
    if (running !== undefined && !('kind' in running)) await running.end();
  }

  async #start(): Promise<Running | Failure> {
    const names = this.#executable === undefined ? KNOWN_NAMES : [this.#executable];
    for (const name of names) {
      const child = await spawnBrowser(name);
      if (child === undefined) continue;
      child.process.once('exit', () => {
        this.#running = undefined;
      });
      return readAddress(child, this.#closing.signal);
    }
    return failure('adapter_unavailable', `No Chromium was found on this machine (looked for ${names.join(', ')}).`, {
      hint: 'Install one, on Debian or Ubuntu with: apt-get install chromium',
      retryAfterMs: 60_000,
    });
  }
}

interface Spawned {
  readonly process: ChildProcess;
  readonly profile: string;
}

/** Undefined: there is no program of this name. */
async function spawnBrowser(name: string): Promise<Spawned | undefined> {
  const profile = await mkdtemp(join(tmpdir(), 'waybill-browser-'));
  // Chromium refuses to run its sandbox as root.
  const flags = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  const child = spawn(name, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const started = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
  if (started) return { process: child, profile };
  await rm(profile, { recursive: true, force: true });
  return undefined;
}

async function readAddress({ process: child, profile }: Spawned, closing: AbortSignal): Promise<Running | Failure> {
  const ended = once(child, 'exit').then(async () => {
    for (const line of child.stdio) line?.destroy();
    // Its helpers may write for a moment after it has gone.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  const end = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
    await ended;
    clearTimeout(timer);
  };
  const url = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), START_LIMIT_MS);
    const done = (found: string | undefined) => {
      clearTimeout(timer);
      closing.removeEventListener('abort', giveUp);
      resolve(found);
    };
    const giveUp = () => done(undefined);
    closing.addEventListener('abort', giveUp);
    if (closing.aborted) giveUp();
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text = `${text}${chunk}`.slice(-4096);
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (found !== undefined) done(found);
    });
    child.once('exit', () => done(undefined));
  });
  if (url !== undefined) return { address: { url, headers: {} }, end };
  await end();
  return failure('adapter_unavailable', 'The browser was started, but did not open its DevTools endpoint.', {
    hint: 'Start it by hand to see why.',
    retryAfterMs: 10_000,
  });
}
