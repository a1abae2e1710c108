import type { ListToolsRequest, ListToolsResult } from '@modelcontextprotocol/server';
import { FIND_INTENT } from '../../../src/core/tools/find-intent.ts';
import { degradedMeta, listHint } from '../list-hints.ts';
import type { McpContext } from '../mcp-context.ts';
import type { McpOptions } from '../mcp-options.ts';
import { pageOf } from '../page.ts';
import { readHail } from '../read-hail.ts';
import { viewOf } from './view-of.ts';

/** The handler of `tools/list`. */
export function listTools({ served }: McpOptions) {
  return ({ params }: ListToolsRequest, context: McpContext): ListToolsResult => {
    const core = served.core();
    const hail = readHail(context);
    const { tools, canBeSearched } = viewOf(core, hail, context);
    const { items, ...more } = pageOf(core, hail, tools, ({ name }) => name, params?.cursor);
    const listed = items.map((tool) => tool.listed);
    if (canBeSearched && params?.cursor === undefined) listed.unshift(FIND_INTENT);
    // `as`: written by `describeTool`, for this
    return { tools: listed as ListToolsResult['tools'], ...more, ...listHint(core, hail), ...degradedMeta(core, hail) };
  };
}
