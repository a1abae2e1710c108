import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openTestHost } from '../../adapter-testing/test-host.ts';
import { mcpKind } from '../../adapters/mcp/mcp-adapter.ts';
import type { McpTargetOptions } from '../../adapters/mcp/mcp-options.ts';
import type { Acted, Adapter } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { type CallWishes, makeCall } from '../make-call.ts';

const SERVERS = fileURLToPath(new URL('./servers/', import.meta.url));

/** A server of this folder, as a command. */
export function serverCommand(name: string, ...more: readonly string[]): McpTargetOptions {
  return { command: process.execPath, arguments: [join(SERVERS, name), ...more] };
}

/** An adapter of kind `mcp`, and a short way to call it as the core would. */
export interface TestMcp {
  readonly adapter: Adapter;
  readonly lines: readonly string[];
  /** Until it is known what the server offers, or that is another than it was. */
  declared(fits?: (adapter: Adapter) => boolean): Promise<void>;
  act(tool: string, payload?: JsonObject, wishes?: CallWishes): Promise<Acted>;
}

/** Closed with the test. */
export async function openTestMcp(options: McpTargetOptions): Promise<TestMcp> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-mcp-'));
  const { host, lines } = openTestHost({ target: 'box', folder });
  const adapter = await mcpKind.open(options, host);
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
    act: async (tool, payload = {}, wishes = {}) =>
      adapter.execute(makeCall(adapter, `box.${tool}`, { payload }, wishes)),
  };
}
