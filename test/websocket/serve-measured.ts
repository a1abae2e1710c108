import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { folderWith, SECRET } from '../cli/run-waybill.ts';
import { until } from '../http/until.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/** Loaded into the program before its own code: at a signal, it collects garbage and says what is left. */
const MEASURE =
  'process.on("SIGUSR2", () => { gc(); gc(); process.stderr.write("heap " + process.memoryUsage().heapUsed + "\\n"); });';

export interface Measured {
  readonly origin: string;
  /** Bytes in use after a collection. */
  heapBytes(): Promise<number>;
}

/** The built program in a process of its own, whose memory can be asked for; it ends with the test. */
export async function serveMeasured(config: string): Promise<Measured> {
  const preload = `data:text/javascript,${encodeURIComponent(MEASURE)}`;
  const args = ['--expose-gc', '--import', preload, MAIN, 'serve', '--port', '0'];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: folderWith({ 'waybill.yaml': config }),
    env: { WAYBILL_SECRET: SECRET },
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  });
  let stdout = '';
  let stderr = '';
  // Log lines are read and let go of: only the first line says where it listens.
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (!stdout.includes('\n')) stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const started = () => /waybill listens on (\S+)/.exec(stdout)?.[1];
  await until(() => started() !== undefined || child.exitCode !== null, 20_000);
  const origin = started();
  if (origin === undefined) throw new Error(`The program did not start: ${stdout}${stderr}`);
  const measures = () => [...stderr.matchAll(/heap (\d+)\n/g)];
  return {
    origin,
    heapBytes: async () => {
      const before = measures().length;
      child.kill('SIGUSR2');
      await until(() => measures().length > before, 20_000);
      return Number(measures().at(-1)?.[1]);
    },
  };
}
