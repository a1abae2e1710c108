import { browserKind } from '../adapters/browser/browser-adapter.ts';
import { httpKind } from '../adapters/http/http-adapter.ts';
import { mcpKind } from '../adapters/mcp/mcp-adapter.ts';
import { moduleKind } from '../adapters/module/module-adapter.ts';
import { processKind } from '../adapters/process/process-adapter.ts';
import { websocketKind } from '../adapters/websocket/websocket-adapter.ts';
import type { AdapterKind } from '../contracts/adapter.ts';

/** Every adapter kind that a config may name; a new kind is one line here. */
export const ADAPTER_KINDS: ReadonlyMap<string, AdapterKind> = new Map<string, AdapterKind>([
  [browserKind.kind, browserKind],
  [httpKind.kind, httpKind],
  [processKind.kind, processKind],
  [mcpKind.kind, mcpKind],
  [moduleKind.kind, moduleKind],
  [websocketKind.kind, websocketKind],
]);
