import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedProcess, startProcess, untilReady } from './start-process.ts';

const LISTENS = /^waybill listens on (http:\/\/\S+)$/m;

export interface ReplicasOptions {
  /** Three where left out. */
  readonly count?: number;
  /** Sections of waybill.yaml, beside `listen` and `replicas`. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Keys of `listen` beside host, port and internal. */
  readonly listen?: Readonly<Record<string, unknown>>;
  /** The built program: `dist/src/main.js`. */
  readonly main: string;
}

export interface Replica {
  readonly origin: string;
  readonly process: StartedProcess;
  /** Its log so far, a parsed line each. */
  log(): readonly Readonly<Record<string, unknown>>[];
}

export interface Replicas {
  readonly origins: readonly string[];
  readonly all: readonly Replica[];
  /** The bytes that all of them sign and seal with, as text. */
  readonly secret: string;
  /** Starts another process in the place of one that has ended: same port, same configuration. */
  restart(index: number): Promise<Replica>;
  close(): Promise<void>;
}

/** Several processes of the built service on free ports, with one configuration and one secret, which know no one another. */
export async function startReplicas(options: ReplicasOptions): Promise<Replicas> {
  const { count = 3, config = {}, listen = {}, main } = options;
  const folder = mkdtempSync(join(tmpdir(), 'waybill-replicas-'));
  const secret = randomBytes(32).toString('hex');
  const file = join(folder, 'waybill.yaml');
  const internal = { host: '127.0.0.1', port: 0, internal: '127.0.0.1:0' };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ ...config, replicas: count, listen: { ...internal, ...listen } }));
  const started: StartedProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(started.map((each) => each.end()));
    rmSync(folder, { recursive: true, force: true });
  };

  const start = async (port: string): Promise<Replica> => {
    const one = startProcess(
      process.execPath,
      ['--enable-source-maps', main, 'serve', '--config', file, '--port', port],
      {
        folder,
        name: `replica-${started.length + 1}`,
        env: { ...process.env, NODE_ENV: 'production', WAYBILL_SECRET: secret },
      },
    );
    started.push(one);
    await untilReady(one, () => LISTENS.test(one.output()));
    return { origin: LISTENS.exec(one.output())?.[1] ?? '', process: one, log: () => logLines(one) };
  };

  const all = await Promise.all(Array.from({ length: count }, () => start('0'))).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    origins: all.map(({ origin }) => origin),
    all,
    secret,
    restart: async (index) => {
      const before = all[index];
      if (before === undefined) throw new Error(`There is no replica ${index}`);
      await before.process.exited();
      const after = await start(new URL(before.origin).port);
      all[index] = after;
      return after;
    },
    close,
  };
}

function logLines(started: StartedProcess): readonly Readonly<Record<string, unknown>>[] {
  return started
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
}
