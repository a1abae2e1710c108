import type { FastifyInstance } from 'fastify';
import { INTERNAL_PATH } from '../exchanges/ask-owner.ts';
import { readOwnTicket } from '../exchanges/own-ticket.ts';
import { exchangeLost, refusePoll } from './poll-here.ts';
import { noSuchTicket, pollTicket } from './poll-ticket.ts';
import type { PollingOptions } from './polling-options.ts';
import { readToken } from './read-poll.ts';

/** What other replicas ask of this one: polls of its own exchanges, by sealed ticket. It forwards nothing. */
export function internalPolling(app: FastifyInstance, options: PollingOptions, done: () => void): void {
  const { tickets } = options.polling;
  app.route({
    method: ['GET', 'DELETE'],
    url: `${INTERNAL_PATH}/:ticket`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const ticket = await readOwnTicket(request, tickets, readToken(request));
      if (ticket === undefined) return refusePoll(options, request, reply, noSuchTicket());
      if (ticket === 'gone') return refusePoll(options, request, reply, exchangeLost());
      return pollTicket(options, request, reply, ticket);
    },
  });
  done();
}
