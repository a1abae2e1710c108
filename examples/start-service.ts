import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A Waybill in a process of its own on a free port. */
export interface RunningService {
  readonly origin: string;
  close(): Promise<void>;
}

/** The first address that the service prints is its public one. */
const ADDRESS = /http:\/\/[^\s"]+:\d+/;

/** Starts the built service with these arguments of `serve`, and variables beside those of this process. */
export async function startService(
  parameters: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const main = fileURLToPath(new URL('../src/main.js', import.meta.url));
  const child = spawn(process.execPath, ['--enable-source-maps', main, 'serve', '--port', '0', ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
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
