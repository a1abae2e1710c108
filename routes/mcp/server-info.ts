import type { Implementation } from '@modelcontextprotocol/server';
import type { McpOptions } from './mcp-options.ts';

/** What the service calls itself. */
export function serverInfo({ version }: McpOptions): Implementation {
  return { name: 'waybill', title: 'Waybill', version };
}
