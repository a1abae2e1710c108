import {
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { InputResponses } from '../../../contracts/asking.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { isRecord } from '../../../src/core/is-record.ts';
import { ownerUnreachable } from '../../exchanges/ask-owner.ts';
import type { McpOptions } from '../mcp-options.ts';
import { callerOf, readHail } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { describeLostTask } from './describe-task.ts';
import { forwardErrand } from './forward-errand.ts';
import { runErrand, type TaskErrand } from './task-errand.ts';
import type { Tasks } from './tasks.ts';
import { demandTasks } from './tasks-extension.ts';

interface TaskParams {
  readonly taskId: string;
}

const PARAMS: StandardSchemaV1<TaskParams> = {
  '~standard': {
    version: 1,
    vendor: 'waybill',
    validate: (value) =>
      isRecord(value) && typeof value.taskId === 'string'
        ? { value: { taskId: value.taskId } }
        : { issues: [{ message: 'must be a text', path: ['taskId'] }] },
  },
};

/** Has a server answer `tasks/get`, `tasks/update` and `tasks/cancel`, whichever replica runs the task. */
export function answerTaskRequests({ served, tasks }: McpOptions): (server: Server) => void {
  const run = async (taskId: string, errand: TaskErrand, context: ServerContext): Promise<JsonObject> => {
    demandTasks(context);
    const task = await runAnywhere(tasks, taskId, errand, context);
    const hail = readHail(context);
    if (task === 'unreachable') throw refusal(served.core(), hail, ownerUnreachable(), ProtocolErrorCode.InternalError);
    if (task === undefined) throw refusal(served.core(), hail, noSuchTask());
    return task;
  };
  const handlers: Readonly<Record<string, (params: TaskParams, context: ServerContext) => Promise<Result>>> = {
    'tasks/get': async ({ taskId }, context) => ({ taskId, ...(await run(taskId, { method: 'GET' }, context)) }),
    'tasks/cancel': async ({ taskId }, context) => {
      await run(taskId, { method: 'DELETE' }, context);
      return {};
    },
    'tasks/update': async ({ taskId }, context) => {
      // `as`: the SDK has taken out of the parameters what is an object, which was read from JSON
      const responses = (context.mcpReq.inputResponses ?? {}) as InputResponses;
      await run(taskId, { method: 'POST', responses }, context);
      return {};
    },
  };
  return (server) => {
    for (const [method, handler] of Object.entries(handlers))
      server.setRequestHandler(method, { params: PARAMS }, handler);
  };
}

async function runAnywhere(
  tasks: Tasks,
  taskId: string,
  errand: TaskErrand,
  context: ServerContext,
): Promise<JsonObject | undefined | 'unreachable'> {
  const { tickets } = tasks;
  const ticket = await tickets.unseal(taskId);
  if (ticket === undefined || ticket.principal !== readHail(context).principal.id) return undefined;
  const where = tickets.locate(ticket);
  if (where === 'here') return runErrand(tasks, ticket.exchange, errand);
  if (where === 'gone') return describeLostTask(ticket);
  const told = await forwardErrand(where.address, taskId, errand, callerOf(context));
  return told === 'gone' ? describeLostTask(ticket) : told;
}

function noSuchTask(): Failure {
  return failure(
    'not_found',
    'There is no such task: its id was changed, is of another caller, or it is no longer kept',
    {
      hint: 'A task is kept for its ttlMs. The log tells its outcome under its trace_id.',
    },
  );
}
