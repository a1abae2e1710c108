import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { VERSION } from '../../src/version.ts';

export const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

export const SECRET = 'a-secret-for-tests-0123456789-abcdefgh';

/** Longer than any test lets a request run. */
const END_WITHIN_MS = 8000;

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly input?: string;
}

/** A new folder with the given files, gone with the test. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-cli-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The built program, in an empty folder and an environment that holds nothing but what the test says. */
function spawnWaybill(args: readonly string[], { env = {}, folder = folderWith() }: Surroundings): ChildProcess {
  return spawn(process.execPath, ['--enable-source-maps', MAIN, ...args], { cwd: folder, env: { ...env } });
}

/** Runs the built program to its end. */
export async function runWaybill(args: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
  const child = spawnWaybill(args, surroundings);
  child.stdin?.end(surroundings.input ?? '');
  const output = gather(child);
  const code = await ended(child);
  return { code, stdout: output.stdout(), stderr: output.stderr() };
}

/** The same command line in this process: quick, for what needs no process of its own. */
export async function runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const code = await runCli(
    {
      version: VERSION,
      env,
      kinds: ADAPTER_KINDS,
      openService: () => Promise.reject(new Error('nothing is served here')),
      takeStreams: () => {
        throw new Error('no host is served here');
      },
      print: (line) => {
        written.stdout += `${line}\n`;
      },
      complain: (line) => {
        written.stderr += `${line}\n`;
      },
    },
    args,
  );
  return { code, ...written };
}

export interface Running {
  readonly origin: string;
  readonly firstLine: string;
  readonly folder: string;
  stdout(): string;
  stderr(): string;
  signal(signal: NodeJS.Signals): void;
  /** Until the program has written this, on either stream. */
  wrote(text: string): Promise<void>;
  ended(): Promise<number | null>;
}

/** Starts `waybill serve` on any free port, with the given file or without one; it ends with the test. */
export async function serve(
  config: string | undefined,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const folder = folderWith(config === undefined ? {} : { 'waybill.yaml': config });
  const child = spawnWaybill(['serve', '--port', '0', ...args], { folder, env: { WAYBILL_SECRET: SECRET, ...env } });
  onTestFinished(async () => {
    // Asked first, so that it can end the browser that it started.
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
    await ended(child);
    clearTimeout(late);
  });
  const output = gather(child);
  const wrote = async (text: string): Promise<void> => {
    while (!output.stdout().includes(text) && !output.stderr().includes(text)) {
      if (child.exitCode !== null)
        throw new Error(`ended with ${child.exitCode}: ${output.stdout()}${output.stderr()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await wrote('waybill listens on ');
  const [firstLine = ''] = output.stdout().split('\n');
  return {
    origin: firstLine.replace('waybill listens on ', ''),
    firstLine,
    folder,
    stdout: output.stdout,
    stderr: output.stderr,
    signal: (signal) => void child.kill(signal),
    wrote,
    ended: () => ended(child),
  };
}

function gather(child: ChildProcess) {
  const text = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text.stdout += part;
  });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text.stderr += part;
  });
  return { stdout: () => text.stdout, stderr: () => text.stderr };
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('close', resolve));
}
