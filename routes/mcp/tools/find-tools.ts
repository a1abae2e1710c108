import type { CallToolResult } from '@modelcontextprotocol/server';
import { findIntent, readFindQuery } from '../../../src/core/tools/find-intent.ts';
import type { ToolView } from '../../../src/core/tools/tool-views.ts';

/** What a call of `waybill_find_intent` is answered. */
export function findTools({ tools }: ToolView, given: Readonly<Record<string, unknown>>): CallToolResult {
  const query = readFindQuery(given);
  if (typeof query === 'string')
    return { content: [{ type: 'text', text: `Nothing was searched: ${query}.` }], isError: true };
  const found = findIntent(tools, query).map(({ listed }) => listed);
  const text =
    found.length === 0
      ? 'No tool fits these words. Try others, or tools/list for all.'
      : found.map((tool) => JSON.stringify(tool)).join('\n');
  return { content: [{ type: 'text', text }], structuredContent: { tools: found } };
}
