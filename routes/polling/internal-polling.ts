import type { FastifyInstance } from 'fastify';
import { NOBODY } from '../../src/core/principal.ts';
import { exchangeLost, refusePoll } from './poll-here.ts';
import { noSuchTicket, pollTicket } from './poll-ticket.ts';
import type { PollingOptions } from './polling-options.ts';
import { readToken } from './read-poll.ts';

/** Not the public path: what is forwarded by mistake to a public listener finds nothing there, and can't go in circles. */
export const INTERNAL_PATH = '/exchanges';
/** Names the process that answers. Without it, something else has taken the address over. */
export const BOOT_HEADER = 'waybill-boot';

/** What other replicas ask of this one: polls of its own exchanges, by sealed ticket. It forwards nothing. */
export function internalPolling(app: FastifyInstance, options: PollingOptions, done: () => void): void {
  const { tickets } = options.polling;
  app.addHook('onRequest', async (_request, reply) => void reply.header(BOOT_HEADER, tickets.bootId));
  app.route({
    method: ['GET', 'DELETE'],
    url: `${INTERNAL_PATH}/:ticket`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const ticket = await tickets.unseal(readToken(request));
      if (ticket === undefined) return refusePoll(options, request, reply, noSuchTicket());
      request.principal = { id: ticket.principal, attributes: {}, permissions: NOBODY.permissions };
      // Sealed by a process that had this address before.
      if (tickets.locate(ticket) !== 'here') return refusePoll(options, request, reply, exchangeLost());
      return pollTicket(options, request, reply, ticket);
    },
  });
  done();
}
