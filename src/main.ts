import { executionAsyncResource } from 'node:async_hooks';
import { ADAPTER_KINDS } from './adapter-kinds.ts';
import { runCli } from './cli/run-cli.ts';
import { VERSION } from './version.ts';

/** What may keep the process from ending by itself once all is closed, such as a client's idle connection. */
const LINGER_MS = 2000;

/**
 * One of process.nextTick's own objects. V8 forgets hidden classes of which no object is left: where a full collection found
 * no tick queued while that code was being compiled, each tick took the slow way for good, 3 µs a request in all.
 */
const kept = new Set<object>();
process.nextTick(() => kept.add(executionAsyncResource()));

// Whoever read what is written has gone. Unheard, the error would end a service that can serve on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const code = await runCli(
  {
    version: VERSION,
    env: process.env,
    kinds: ADAPTER_KINDS,
    // Loaded only to serve: the other commands start in half the time without it.
    openService: async (settings, stdio) => (await import('./app.ts')).openService(settings, { stdio }),
    takeStreams: () => {
      const { stdin, stdout } = process;
      // What a library prints would break the line to the host.
      Object.defineProperty(process, 'stdout', { value: process.stderr });
      return { input: stdin, output: stdout };
    },
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  },
  process.argv.slice(2),
);
process.exitCode = code;
setTimeout(() => process.exit(code), LINGER_MS).unref();
