import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type StartedProcess, startProcess, untilReady } from '../../bench/replicas/start-process.ts';
import { findProgram } from '../../scripts/find-program.ts';

export interface TestRedis {
  readonly port: number;
  readonly url: string;
  signal(signal: NodeJS.Signals): void;
  /** Until the process has ended. */
  exited(): Promise<unknown>;
  /** Another process in its place: same port, and the same files. */
  restart(): Promise<void>;
}

/** A real Redis of its own on a free port, that ends with the test; `more`: further arguments. It keeps nothing on disk. */
export async function openRedis(more: readonly string[] = []): Promise<TestRedis> {
  const program = findProgram(['redis-server'], '--version');
  if (program === undefined) throw new Error('redis-server is not on PATH: npm test installs it');
  const folder = mkdtempSync(join(tmpdir(), 'waybill-redis-'));
  const port = await freePort();
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  let count = 0;
  const start = async (): Promise<StartedProcess> => {
    count += 1;
    const started = startProcess(program, [...where, '--save', '', ...more], { folder, name: `redis-${count}` });
    await untilReady(started, () => answers(port));
    return started;
  };
  let redis = await start();
  onTestFinished(async () => {
    redis.signal('SIGKILL'); // one that is stopped hears nothing else
    await redis.exited();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => redis.signal(signal),
    exited: () => redis.exited(),
    restart: async () => {
      await redis.exited();
      redis = await start();
    },
  };
}

/** A Redis with a log of what was written, so that nothing is lost when it is killed. */
export function openLastingRedis(): Promise<TestRedis> {
  return openRedis(['--appendonly', 'yes', '--appendfsync', 'always']);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Whether it has read what it has on disk: until then it says LOADING. One that asks for a password answers too. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.on('data', (data) => {
      resolve(!data.toString().startsWith('-LOADING'));
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
  });
}
