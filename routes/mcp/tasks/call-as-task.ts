import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Failure, isFailure } from '../../../contracts/failure.ts';
import type { Answered } from '../../../src/core/answered.ts';
import type { Arrival } from '../../../src/core/arrival.ts';
import type { Caller } from '../../../src/core/caller.ts';
import type { Core } from '../../../src/core/core.ts';
import type { Exchange } from '../../../src/core/exchanges/exchange.ts';
import { lose, refuse } from '../../../src/core/refuse.ts';
import type { Tool } from '../../../src/core/tools/tool.ts';
import { routeArrival } from '../arrive.ts';
import type { McpContext } from '../mcp-context.ts';
import type { McpOptions } from '../mcp-options.ts';
import { callerOf } from '../read-hail.ts';
import { outlineTask } from './describe-task.ts';

/** A call of a client that declares tasks. */
export interface TaskCall {
  readonly tool: Tool;
  readonly context: McpContext;
  /** Again: its act is done over, as its caller was asked. */
  readonly arrive: (caller: Caller, isAgain?: boolean) => Arrival;
}

/** What is told of a call that goes on. */
export interface GoesOn {
  readonly told: CallToolResult;
}

/** Runs a call: what it comes to, or the task that it is from the start, or becomes as it takes long or asks its caller. */
export async function callAsTask(options: McpOptions, call: TaskCall): Promise<Answered | GoesOn> {
  const { served, tasks } = options;
  const { tool, context, arrive } = call;
  const { exchanges } = tasks;
  const exchange = exchanges.start(() => served.core(), arrive);
  if (isFailure(exchange)) return runWithout(served.core(), call, exchange);
  const { afterMs } = served.core().tools.policy.tasks;
  const isThere = tool.task !== 'when_long' || (await awaitEnd(exchange, afterMs, context));
  if (exchange.end !== undefined || !isThere) exchanges.release(exchange);
  if (exchange.end === 'lost') return lose(served.core(), arrive(exchange.caller));
  if (exchange.end !== undefined) return exchange.end;
  if (!isThere) return { told: { content: [] } }; // to nobody
  exchange.handOut();
  tasks.tools.set(exchange, tool);
  const taskId = await tasks.tickets.seal(exchange);
  const task = { resultType: 'task', taskId, ...outlineTask(exchange, exchanges.limits.keepMs) };
  return { told: task as unknown as CallToolResult }; // `as`: the SDK has no types of tasks, and sends them as they are
}

/** What need not be a task is not refused for want of room for tasks. */
function runWithout(core: Core, { tool, context, arrive }: TaskCall, refusal: Failure): Answered | Promise<Answered> {
  const arrival = arrive(callerOf(context));
  return tool.task === 'when_long' ? routeArrival(core, arrival, context) : refuse(core, arrival, refusal);
}

/** Until it has ended, or its time is up, or it asks its caller. False: that has gone away, which cancels a read. */
async function awaitEnd(exchange: Exchange, limitMs: number, context: McpContext): Promise<boolean> {
  const caller = callerOf(context);
  await exchange.awaitQuestion(limitMs, caller);
  if (caller.left === undefined) return true;
  exchange.leave(caller.left);
  return false;
}
