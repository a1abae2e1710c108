import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isFailure } from '../../../contracts/failure.ts';
import type { Arrival } from '../../../src/core/arrival.ts';
import { Caller } from '../../../src/core/caller.ts';
import { refuse } from '../../../src/core/refuse.ts';
import { routeRequest } from '../../../src/core/route-request.ts';
import { readToolCall } from '../../../src/core/tools/read-tool-call.ts';
import { mayCall } from '../../../src/core/tools/tool-table.ts';
import type { McpOptions } from '../mcp-options.ts';
import { readHail, sizeOf } from '../read-hail.ts';
import { reportProgress } from './report-progress.ts';
import { toResult } from './to-result.ts';

/** The handler of `tools/call`: a call as a request, and its answer as a result. */
export function callTool({ served }: McpOptions) {
  return async (call: CallToolRequest, context: ServerContext): Promise<CallToolResult> => {
    const { params } = call;
    const core = served.core();
    const hail = readHail(context);
    const tool = core.tools.byName.get(params.name);
    if (tool === undefined || !mayCall(hail.principal.permissions, tool)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 64)}`);
    }
    const request = readToolCall(core.tools, core.contexts, tool, params.arguments ?? {}, hail.principal.id);
    if (isFailure(request)) return toResult(refuse(core, hail, request), tool);
    const caller = new Caller();
    context.mcpReq.signal.addEventListener('abort', () => caller.leave('gone'), { once: true });
    const onProgress = reportProgress(context);
    const arrival: Arrival = {
      ...hail,
      body: request,
      bodyBytes: sizeOf(context, call),
      capabilitiesHeader: undefined,
      idempotencyKey: undefined,
      caller,
      ...(onProgress !== undefined && { onProgress }),
    };
    return toResult(await routeRequest(core, arrival), tool);
  };
}
