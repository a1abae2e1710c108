import type { ListToolsRequest, ListToolsResult, ServerContext } from '@modelcontextprotocol/server';
import { mayCall } from '../../../src/core/tools/tool-table.ts';
import type { McpOptions } from '../mcp-options.ts';
import { readHail } from '../read-hail.ts';

/** The handler of `tools/list`. */
export function listTools({ served }: McpOptions) {
  return (_request: ListToolsRequest, context: ServerContext): ListToolsResult => {
    const { permissions } = readHail(context).principal;
    const { tools } = served.core().tools;
    // `as`: written by `describeTool`, for this
    return { tools: tools.filter((tool) => mayCall(permissions, tool)).map(({ listed }) => listed) } as ListToolsResult;
  };
}
