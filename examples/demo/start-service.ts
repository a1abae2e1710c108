import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A Waybill in development mode, in a process of its own on a free port. */
export interface RunningService {
  readonly origin: string;
  close(): Promise<void>;
}

/** The first address that the service prints is its public one. */
const ADDRESS = /http:\/\/[^\s"]+:\d+/;

export async function startService(): Promise<RunningService> {
  const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
  const child = spawn(process.execPath, ['--enable-source-maps', main, 'serve', '--development', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
    };
    child.stderr.on('data', read);
    child.stdout.on('data', (chunk: Buffer) => {
      read(chunk);
      const address = ADDRESS.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The service ended before it had printed its address.\n${printed}`)));
  });
  return {
    origin,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
