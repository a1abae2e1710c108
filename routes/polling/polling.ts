import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFailure } from '../../contracts/failure.ts';
import { arrive } from '../arrive.ts';
import { readHail } from '../hail.ts';
import { jsonBody } from '../json-bodies.ts';
import { refuseOtherMethods } from '../refuse-other-methods.ts';
import { forwardPoll } from './forward-poll.ts';
import { exchangeLost, pollHere, refusePoll } from './poll-here.ts';
import { noSuchTicket, pollTicket } from './poll-ticket.ts';
import type { PollingOptions } from './polling-options.ts';
import { readCursor, readToken, readWaitMs } from './read-poll.ts';
import { POLLING_PATH } from './send-reading.ts';

/** For the owner's answer to come and to go out. */
const BEFORE_THE_END_MS = 1000;
const TICKET_PATH = `${POLLING_PATH}/:ticket`;

/** Long polling: `POST /mcp/polling` starts an exchange; GET polls it at its ticket, at any replica; DELETE cancels it. */
export function polling(app: FastifyInstance, options: PollingOptions, done: () => void): void {
  app.post(POLLING_PATH, (request, reply) => startExchange(options, request, reply));
  refuseOtherMethods(app, options.served, POLLING_PATH, ['POST']);
  app.route({
    method: ['GET', 'DELETE'],
    url: TICKET_PATH,
    exposeHeadRoute: false,
    onRequest: async (request) => forgetTypeOfNothing(request),
    handler: (request, reply) => pollAnywhere(options, request, reply),
  });
  refuseOtherMethods(app, options.served, TICKET_PATH, ['GET', 'DELETE']);
  done();
}

/** Many clients say a type of a body that they don't send: a cancel must not fail for want of that body. */
function forgetTypeOfNothing({ raw: { headers } }: FastifyRequest): void {
  const length = headers['content-length'] ?? '0';
  if (length === '0' && headers['transfer-encoding'] === undefined) headers['content-type'] = undefined;
}

async function startExchange(options: PollingOptions, request: FastifyRequest, reply: FastifyReply) {
  const { exchanges, maxWaitMs } = options.polling;
  const waitMs = readWaitMs(request, reply, maxWaitMs);
  const exchange = exchanges.start(
    () => options.served.core(),
    (caller) => ({ ...arrive(request, jsonBody(request), caller), transport: 'polling' }),
  );
  if (isFailure(exchange)) return refusePoll(options, request, reply, exchange);
  // Whoever is gone before this answer never learns the ticket; whoever has the end in it is given none.
  reply.raw.once('close', () => {
    if (reply.raw.statusCode !== 202 || !reply.raw.writableFinished) exchanges.release(exchange);
  });
  return pollHere(options, { request, reply, exchange, token: undefined, cursor: 0, waitMs, until: 'end' });
}

async function pollAnywhere(options: PollingOptions, request: FastifyRequest, reply: FastifyReply) {
  const { tickets, maxWaitMs } = options.polling;
  const token = readToken(request);
  const ticket = await tickets.unseal(token);
  if (ticket === undefined || ticket.principal !== readHail(request).principal.id) {
    return refusePoll(options, request, reply, noSuchTicket());
  }
  const where = tickets.locate(ticket);
  if (where === 'here') return pollTicket(options, request, reply, ticket);
  if (where === 'gone') return refusePoll(options, request, reply, exchangeLost());
  const cursor = readCursor(request);
  if (isFailure(cursor)) return refusePoll(options, request, reply, cursor);
  // Nothing here could end the wait of another process: it must be over before this one's listener closes.
  const mostMs = Math.max(0, Math.min(maxWaitMs, options.served.leftMs() - BEFORE_THE_END_MS));
  const waitMs = readWaitMs(request, reply, mostMs);
  return forwardPoll(options, { request, reply, address: where.address, token, cursor, waitMs });
}
