import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Caller } from '../../../src/core/caller.ts';
import { askOwner } from '../../exchanges/ask-owner.ts';
import type { TaskErrand } from './task-errand.ts';

/** After the ticket. */
export const TASK_PATH = '/task';

/** Has the replica that runs a task do what is wanted; undefined where it does not keep it, `gone` where another has its address. */
export async function forwardErrand(
  address: string,
  taskId: string,
  errand: TaskErrand,
  asker: Caller,
): Promise<JsonObject | undefined | 'gone' | 'unreachable'> {
  const { method } = errand;
  const body = errand.method === 'POST' ? { body: JSON.stringify(errand.responses) } : {};
  const headers: Record<string, string> = method === 'POST' ? { 'content-type': 'application/json' } : {};
  const answer = await askOwner({ method, address, path: `${taskId}${TASK_PATH}`, headers, waitMs: 0, ...body }, asker);
  return answer === undefined ? 'unreachable' : readAnswer(answer);
}

async function readAnswer(answer: IncomingMessage): Promise<JsonObject | undefined | 'gone' | 'unreachable'> {
  try {
    const read = await text(answer);
    if (answer.statusCode === 404) return undefined;
    if (answer.statusCode === 410) return 'gone';
    return answer.statusCode === 200 ? JSON.parse(read) : 'unreachable';
  } catch {
    return 'unreachable'; // it broke off
  }
}
