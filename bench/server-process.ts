import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** Kernel clock ticks a second, as /proc counts CPU time (USER_HZ: 100 on every Linux that Node runs on). */
const TICKS_A_SECOND = 100;
const START_LIMIT_MS = 30_000;

export interface ServerProcess {
  readonly port: number;
  readonly origin: string;
  /** User and system time of all threads, so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts a server that names its port in its first line. What it prints goes to a file: a pipe would make us its reader. */
export async function startServer(
  command: string,
  args: readonly string[],
  outFile: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const out = openSync(outFile, 'w');
  const child = spawn(command, args, {
    stdio: ['ignore', out, 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  closeSync(out);
  const port = await readPort(child, outFile);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    cpuSeconds: () => readCpuSeconds(child.pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function readPort(child: ChildProcess, outFile: string): Promise<number> {
  const untilMs = performance.now() + START_LIMIT_MS;
  while (performance.now() < untilMs && child.exitCode === null) {
    const port = /listens on http:\/\/[^:]+:(\d+)/.exec(readFileSync(outFile, 'utf8'))?.[1];
    if (port !== undefined) return Number(port);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`A server did not start: ${readFileSync(outFile, 'utf8')}`);
}

/** Fields 14 and 15 of /proc/PID/stat (proc_pid_stat(5)), counted after the command name, which may hold spaces. */
function readCpuSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
