import type { FastifyInstance } from 'fastify';
import type { InputResponses } from '../../../contracts/asking.ts';
import { isRecord } from '../../../src/core/is-record.ts';
import { INTERNAL_PATH } from '../../exchanges/ask-owner.ts';
import { readOwnTicket } from '../../exchanges/own-ticket.ts';
import { TASK_PATH } from './forward-errand.ts';
import { runErrand, type TaskErrand } from './task-errand.ts';
import type { Tasks } from './tasks.ts';

export interface InternalTasksOptions {
  readonly tasks: Tasks;
  /** The most that responses to what a task asks may have. */
  readonly bodyBytes: number;
}

/** What other replicas ask of this one: to tell of its own tasks, to answer and to cancel them, by sealed ticket. */
export function internalTasks(
  app: FastifyInstance,
  { tasks, bodyBytes }: InternalTasksOptions,
  done: () => void,
): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyBytes },
    app.getDefaultJsonParser('remove', 'remove'),
  );
  app.route<{ readonly Params: { readonly ticket: string } }>({
    method: ['GET', 'DELETE', 'POST'],
    url: `${INTERNAL_PATH}/:ticket${TASK_PATH}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const ticket = await readOwnTicket(request, tasks.tickets, request.params.ticket);
      if (ticket === 'gone') return reply.code(410).send({});
      const task = ticket && runErrand(tasks, ticket.exchange, readErrand(request.method, request.body));
      return task === undefined ? reply.code(404).send({}) : reply.send(task);
    },
  });
  done();
}

function readErrand(method: string, body: unknown): TaskErrand {
  if (method === 'DELETE') return { method };
  return method === 'POST' ? { method, responses: readResponses(body) } : { method: 'GET' };
}

function readResponses(body: unknown): InputResponses {
  const given = isRecord(body) ? Object.entries(body).filter(([, response]) => isRecord(response)) : [];
  return Object.fromEntries(given) as InputResponses; // `as`: records, read from JSON
}
