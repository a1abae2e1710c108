import { type ChildProcess, spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { folderWith, MAIN, SECRET } from '../cli/run-waybill.ts';

/** The machine may be busy: that is no reason to shed a request here. */
export const PATIENT = 'limits: { event_loop_delay_ms: 60000 }\n';

/** Longer than any test lets an act run. */
const END_WITHIN_MS = 15_000;

export interface HostOptions {
  /** Of `waybill.yaml` in the folder that the program runs in. */
  readonly config?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The built program as a host starts it; ends with the test. */
export interface Hosted {
  readonly child: ChildProcess;
  readonly folder: string;
  /** Every line that it wrote to standard output. */
  lines(): readonly string[];
  stderr(): string;
  send(message: object): void;
  /** Until a message like this has come. */
  received(isIt: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** Until standard error holds this. */
  told(text: string): Promise<void>;
  ended(): Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export function startHosted(args: readonly string[], { config, files, env = {} }: HostOptions = {}): Hosted {
  const folder = folderWith({ ...(config !== undefined && { 'waybill.yaml': config }), ...files });
  const child = spawn(process.execPath, ['--enable-source-maps', MAIN, ...args], {
    cwd: folder,
    env: { PATH: String(process.env.PATH), WAYBILL_SECRET: SECRET, ...env },
  });
  const end = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
    await end;
    clearTimeout(late);
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  child.stdin.on('error', () => undefined);
  const lines = () => stdout.split('\n').slice(0, -1);
  const until = async <Found>(look: () => Found | undefined): Promise<Found> => {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${stdout}${stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    child,
    folder,
    lines,
    stderr: () => stderr,
    send: (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    received: (isIt) => until(() => lines().map(parse).find(isIt)),
    told: async (text) => void (await until(() => (stderr.includes(text) ? true : undefined))),
    ended: () => end,
  };
}

function parse(line: string): Record<string, unknown> {
  return JSON.parse(line);
}

/** What a client of today says with each request. */
export const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

export function callOf(id: number, name: string, given: object): object {
  return { id, method: 'tools/call', params: { name, arguments: given, ...ENVELOPE } };
}

/** A client of the official SDK on what is hosted, closed with the test. */
export async function connectTo(hosted: Hosted, era: 'modern' | 'legacy'): Promise<Client> {
  const { child } = hosted;
  const client = new Client(
    { name: 'waybill-test', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  let held = '';
  const transport = {
    onmessage: undefined as ((message: JSONRPCMessage) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    start: async () => {
      child.once('close', () => transport.onclose?.());
      child.stdout?.on('data', (part: string) => {
        held += part;
        const lines = held.split('\n');
        held = lines.pop() ?? '';
        for (const line of lines) transport.onmessage?.(JSON.parse(line));
      });
    },
    send: async (message: object) => void child.stdin?.write(`${JSON.stringify(message)}\n`),
    close: async () => transport.onclose?.(),
  };
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}
