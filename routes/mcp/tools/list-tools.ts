import type { ListToolsRequest, ListToolsResult, ServerContext } from '@modelcontextprotocol/server';
import { failure } from '../../../contracts/failure.ts';
import { listPage } from '../../../src/core/tools/list-page.ts';
import { degradedMeta, listHint } from '../list-hints.ts';
import type { McpOptions } from '../mcp-options.ts';
import { readHail } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { viewOf } from './view-of.ts';

/** The handler of `tools/list`. */
export function listTools({ served }: McpOptions) {
  return ({ params }: ListToolsRequest, context: ServerContext): ListToolsResult => {
    const core = served.core();
    const hail = readHail(context);
    const page = listPage(viewOf(core, hail, context), params?.cursor);
    if (page === undefined) {
      throw refusal(
        core,
        hail,
        failure('invalid_request', 'The cursor is not one of this list', { hint: 'List from the start, without one.' }),
      );
    }
    const tools = [...page.tools] as ListToolsResult['tools']; // `as`: written by `describeTool`, for this
    return { ...page, tools, ...listHint(core, hail), ...degradedMeta(core, hail) };
  };
}
