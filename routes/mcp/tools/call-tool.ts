import type { CallToolRequest, CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { failure, isFailure } from '../../../contracts/failure.ts';
import type { Answered } from '../../../src/core/answered.ts';
import type { Arrival, Hail } from '../../../src/core/arrival.ts';
import type { Caller } from '../../../src/core/caller.ts';
import type { Core } from '../../../src/core/core.ts';
import { lose, refuse } from '../../../src/core/refuse.ts';
import { routeRequest } from '../../../src/core/route-request.ts';
import { readToolCall } from '../../../src/core/tools/read-tool-call.ts';
import { mayCall, type Tool } from '../../../src/core/tools/tool-table.ts';
import type { McpHttpHail, McpOptions } from '../mcp-options.ts';
import { callerOf, hailOf, readHail, sizeOf } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { callAsTask } from '../tasks/call-as-task.ts';
import { declaresTasks, demandTasks } from '../tasks/tasks-extension.ts';
import { reportProgress } from './report-progress.ts';
import { toResult } from './to-result.ts';

/** The handler of `tools/call`: a call as a request, and its answer as a result. */
export function callTool(options: McpOptions) {
  const { served } = options;
  return async (call: CallToolRequest, context: ServerContext): Promise<CallToolResult> => {
    const core = served.core();
    const hail = readHail(context);
    const tool = findTool(core, hail, call.params.name);
    if (tool.task === 'required') demandTasks(context);
    const request = readToolCall(core.tools, core.contexts, tool, call.params.arguments ?? {}, hail.principal.id);
    if (isFailure(request)) return toResult(refuse(core, hail, request), tool);
    const onProgress = reportProgress(context);
    const http = hailOf(context)?.http;
    const arrive = (caller: Caller): Arrival => ({
      ...hail,
      body: request,
      bodyBytes: sizeOf(context, call),
      capabilitiesHeader: undefined,
      idempotencyKey: http?.idempotencyKey,
      caller,
      ...(onProgress !== undefined && { onProgress }),
    });
    if (declaresTasks(context)) {
      const ran = await callAsTask(options, { tool, context, arrive });
      return 'told' in ran ? ran.told : toResult(ran, tool);
    }
    const arrival = arrive(callerOf(context));
    return toResult(await orLost(core, arrival, http, routeRequest(core, arrival)), tool);
  };
}

function findTool(core: Core, hail: Hail, name: string): Tool {
  const tool = core.tools.byName.get(name);
  if (tool !== undefined && mayCall(hail.principal.permissions, tool)) return tool;
  const why = failure('no_route', `There is no tool ${JSON.stringify(name.slice(0, 64))}`, {
    hint: 'tools/list names all that there are for this caller.',
  });
  throw refusal(core, hail, why);
}

/** The answer, or that nobody will know what came of it, should the time of the service be over first. */
function orLost(
  core: Core,
  arrival: Arrival,
  http: McpHttpHail | undefined,
  answered: Answered | Promise<Answered>,
): Answered | Promise<Answered> {
  if (http === undefined || !(answered instanceof Promise)) return answered;
  const lost = new Promise<Answered>((resolve) => http.awaits(() => resolve(lose(core, arrival))));
  return Promise.race([answered, lost]);
}
