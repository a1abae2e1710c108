import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { mcpKind } from '../../adapters/mcp/mcp-adapter.ts';
import type { McpTargetOptions } from '../../adapters/mcp/mcp-options.ts';
import type { Acted, Adapter, Call } from '../../contracts/adapter.ts';
import type { Asking } from '../../contracts/asking.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Progress } from '../../contracts/progress.ts';
import { openTestOutbound } from '../outbound/open-test-outbound.ts';

const SERVERS = fileURLToPath(new URL('./servers/', import.meta.url));

/** A server of this folder, as a command. */
export function serverCommand(name: string, ...more: readonly string[]): McpTargetOptions {
  return { command: process.execPath, arguments: [join(SERVERS, name), ...more] };
}

export interface TestCallSettings {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly principal?: string;
  readonly asking?: Asking;
  readonly onProgress?: (progress: Progress) => void;
}

/** An adapter of kind `mcp`, and a short way to call it as the core would. */
export interface TestMcp {
  readonly adapter: Adapter;
  readonly lines: readonly string[];
  /** Until it is known what the server offers, or that is another than it was. */
  declared(fits?: (adapter: Adapter) => boolean): Promise<void>;
  act(tool: string, payload?: JsonObject, settings?: TestCallSettings): Promise<Acted>;
}

/** Closed with the test. */
export async function openTestMcp(options: McpTargetOptions): Promise<TestMcp> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-mcp-'));
  const lines: string[] = [];
  const keep = (fields: object, message: string): void => {
    lines.push(JSON.stringify({ ...fields, message }));
  };
  const adapter = await mcpKind.open(options, {
    target: 'box',
    development: false,
    folder,
    log: { info: keep, warn: keep },
    sealer: { seal: async () => '', unseal: async () => undefined },
    outbound: openTestOutbound(),
    catalogue: () => ({ intents: [], resourceTypes: [] }),
    ownOrigin: () => undefined,
  });
  onTestFinished(async () => {
    await adapter.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const watchers = new Set<() => void>();
  adapter.watchDeclarations?.(() => {
    for (const watcher of watchers) watcher();
  });
  return {
    adapter,
    lines,
    declared: (fits = ({ undeclared }) => undeclared?.call(adapter) === undefined) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!fits(adapter)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    act: async (tool, payload = {}, settings = {}) => adapter.execute(testCall(`box.${tool}`, payload, settings)),
  };
}

function testCall(intentKey: string, payload: JsonObject, settings: TestCallSettings): Call {
  const { timeoutMs = 30_000, signal = AbortSignal.timeout(timeoutMs), onProgress = () => {} } = settings;
  const endMs = performance.now() + timeoutMs;
  return {
    intentKey,
    payload,
    resources: [],
    capabilities: {
      browser: 'none',
      os: 'linux',
      arch: 'x64',
      execution_context: 'isolated',
      supports_streaming: true,
      max_payload_size: 1_048_576,
      preferred_encoding: 'none',
      supported_actions: ['call_tool'],
      context_schema_version: '2.0',
    },
    context: { id: 'test-flow-1-001-0000000000000000', domain: 'test-flow', businessKey: 'test' },
    principal: settings.principal ?? 'anonymous',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    signal,
    remainingMs: () => Math.max(0, endMs - performance.now()),
    progress: onProgress,
    asking: settings.asking,
  };
}
