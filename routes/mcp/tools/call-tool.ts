import type {
  CallToolRequest,
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { failure, isFailure } from '../../../contracts/failure.ts';
import type { Arrival, Hail } from '../../../src/core/arrival.ts';
import type { Caller } from '../../../src/core/caller.ts';
import type { Core } from '../../../src/core/core.ts';
import { refuse } from '../../../src/core/refuse.ts';
import { readToolCall } from '../../../src/core/tools/read-tool-call.ts';
import { mayCall, type Tool } from '../../../src/core/tools/tool-table.ts';
import { arrive, routeArrival } from '../arrive.ts';
import { askBack } from '../asking/ask-back.ts';
import { readAsking } from '../asking/read-asking.ts';
import type { McpOptions } from '../mcp-options.ts';
import { callerOf, readHail } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { callAsTask } from '../tasks/call-as-task.ts';
import { declaresTasks, demandTasks } from '../tasks/tasks-extension.ts';
import { toResult } from './to-result.ts';

/** The handler of `tools/call`: a call as a request, and its answer as a result. */
export function callTool(options: McpOptions) {
  const { served } = options;
  return async (
    message: CallToolRequest,
    context: ServerContext,
    server: Server,
  ): Promise<CallToolResult | InputRequiredResult> => {
    const { params } = message;
    const core = served.core();
    const hail = readHail(context);
    const tool = findTool(core, hail, params.name);
    if (tool.task === 'required') demandTasks(context);
    const request = readToolCall(core.tools, core.contexts, tool, params.arguments ?? {}, hail.principal.id);
    if (isFailure(request)) return toResult(refuse(core, hail, request), tool);
    const calling = { request, message, context, server, hail };
    const asking = await readAsking(core, calling);
    if (isFailure(asking)) return toResult(refuse(core, hail, asking), tool);
    const arriveFor = (caller: Caller): Arrival => arrive(calling, asking, caller);
    const ran = declaresTasks(context)
      ? await callAsTask(options, { tool, context, arrive: arriveFor })
      : await routeArrival(core, arriveFor(callerOf(context)), context);
    if ('told' in ran) return ran.told;
    return (await askBack(core, calling, ran)) ?? toResult(ran, tool);
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
