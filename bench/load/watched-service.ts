import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_WITHIN_MS = 30_000;

export interface WatchedService {
  readonly origin: string;
  readonly rssBytes: () => number;
  /** Open file descriptors: sockets, files, pipes. */
  readonly handles: () => number;
  close(): Promise<void>;
}

/**
 * The built service in a process of its own, whose size the kernel tells (`/proc`, so on Linux only). Its log is read and let
 * go of: minutes of it would fill a disk.
 */
export async function startWatchedService(main: string, config: object): Promise<WatchedService> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-soak-'));
  const file = join(folder, 'waybill.yaml');
  writeFileSync(file, JSON.stringify(config)); // JSON is YAML
  const child = spawn(process.execPath, ['--enable-source-maps', main, 'serve', '--config', file, '--port', '0'], {
    env: { ...process.env, NODE_ENV: 'production', WAYBILL_SECRET: randomBytes(32).toString('hex') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const proc = `/proc/${child.pid}`;
  return {
    origin: await readOrigin(child),
    rssBytes: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1]) * 1024,
    handles: () => readdirSync(`${proc}/fd`).length,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', killOnExit);
      rmSync(folder, { recursive: true });
    },
  };
}

function readOrigin(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The service does not listen after 30 s')), START_WITHIN_MS);
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      if (text.includes('\n')) return;
      text += chunk;
      const origin = /waybill listens on (\S+)\n/.exec(text)?.[1];
      if (origin === undefined) return;
      clearTimeout(late);
      resolve(origin);
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it listened`)));
  });
}
