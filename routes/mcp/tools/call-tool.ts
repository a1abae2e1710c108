import type { CallToolRequest, CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { WaybillRequest } from '../../../contracts/request.ts';
import type { Arrival, Hail } from '../../../src/core/arrival.ts';
import type { Caller } from '../../../src/core/caller.ts';
import type { Core } from '../../../src/core/core.ts';
import { refuse } from '../../../src/core/refuse.ts';
import { FIND_INTENT_NAME } from '../../../src/core/tools/find-intent.ts';
import { readToolCall } from '../../../src/core/tools/read-tool-call.ts';
import type { Tool } from '../../../src/core/tools/tool.ts';
import type { ToolView } from '../../../src/core/tools/tool-views.ts';
import { arrive, type Calling, routeArrival } from '../arrive.ts';
import { askBack } from '../asking/ask-back.ts';
import { readAsking } from '../asking/read-asking.ts';
import type { McpConnection, McpContext } from '../mcp-context.ts';
import type { McpOptions } from '../mcp-options.ts';
import { callerOf, readHail } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { callAsTask } from '../tasks/call-as-task.ts';
import { declaresTasks, demandTasks } from '../tasks/tasks-extension.ts';
import { findTools } from './find-tools.ts';
import { toResult } from './to-result.ts';
import { viewOf } from './view-of.ts';

type Answering = CallToolResult | InputRequiredResult;

/** The handler of `tools/call`: a call as a request, and its answer as a result. */
export function callTool(options: McpOptions) {
  const { served } = options;
  return async (message: CallToolRequest, context: McpContext, server: McpConnection): Promise<Answering> => {
    const core = served.core();
    const hail = readHail(context);
    const view = viewOf(core, hail, context);
    const { name, arguments: given = {} } = message.params;
    if (name === FIND_INTENT_NAME && view.canBeSearched) return findTools(view, given);
    const tool = findTool(core, hail, view, name);
    if (tool.task === 'required') demandTasks(context);
    const read = () => readToolCall(core.tools, view, core.contexts, tool, given, hail.principal.id);
    const request = read();
    if (isFailure(request)) return toResult(refuse(core, hail, request), tool);
    return run(options, core, tool, { request, message, context, server, hail }, read);
  };
}

/** `readAgain` is for an act that is done over: where the call brings no context id, that of before is old by then. */
async function run(
  options: McpOptions,
  core: Core,
  tool: Tool,
  calling: Calling,
  readAgain: () => WaybillRequest | Failure,
): Promise<Answering> {
  const { context, hail } = calling;
  const asking = await readAsking(core, calling);
  if (isFailure(asking)) return toResult(refuse(core, hail, asking), tool);
  const arriveFor = (caller: Caller, isAgain = false): Arrival => {
    const request = isAgain ? readAgain() : calling.request;
    return arrive(isFailure(request) ? calling : { ...calling, request }, asking, caller);
  };
  const ran = declaresTasks(context)
    ? await callAsTask(options, { tool, context, arrive: arriveFor })
    : await routeArrival(core, arriveFor(callerOf(context)), context);
  if ('told' in ran) return ran.told;
  return (await askBack(core, calling, ran)) ?? toResult(ran, tool);
}

function findTool(core: Core, hail: Hail, { byName }: ToolView, name: string): Tool {
  const tool = byName.get(name);
  if (tool !== undefined) return tool;
  const why = failure('no_route', `There is no tool ${JSON.stringify(name.slice(0, 64))}`, {
    hint: 'tools/list names all that this caller may call at this address.',
  });
  throw refusal(core, hail, why);
}
