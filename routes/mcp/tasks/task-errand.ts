import type { InputResponses } from '../../../contracts/asking.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { describeTask } from './describe-task.ts';
import type { Tasks } from './tasks.ts';

/** What is wanted of a task: `tasks/get`, `tasks/cancel` or `tasks/update`, by the HTTP method among replicas. */
export type TaskErrand =
  | { readonly method: 'GET' | 'DELETE' }
  | { readonly method: 'POST'; readonly responses: InputResponses };

/** Does it in the process that runs the task, and tells the task as it is then; undefined where it is not, or no longer, kept. */
export function runErrand({ exchanges, tools }: Tasks, id: string, errand: TaskErrand): JsonObject | undefined {
  const exchange = exchanges.find(id);
  const tool = exchange && tools.get(exchange);
  if (exchange === undefined || tool === undefined) return undefined;
  if (errand.method === 'DELETE') exchange.cancel();
  if (errand.method === 'POST') exchange.answer(errand.responses);
  const { end } = exchange;
  const task = describeTask(exchange, tool, exchanges.limits.keepMs);
  if (end !== undefined && errand.method === 'GET') exchanges.fetched(exchange);
  return task;
}
