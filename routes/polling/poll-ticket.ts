import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import type { Ticket } from '../../src/core/exchanges/tickets.ts';
import { findExchange, pollHere, refusePoll } from './poll-here.ts';
import type { PollingOptions } from './polling-options.ts';
import { readCursor, readToken, readWaitMs } from './read-poll.ts';

/** Polls, or for DELETE cancels, the exchange of a ticket that this process sealed. */
export async function pollTicket(
  options: PollingOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  ticket: Ticket,
): Promise<FastifyReply> {
  const exchange = findExchange(options, ticket.exchange);
  if (isFailure(exchange)) return refusePoll(options, request, reply, exchange);
  const cursor = readCursor(request);
  if (isFailure(cursor)) return refusePoll(options, request, reply, cursor);
  const waitMs = readWaitMs(request, reply, options.polling.maxWaitMs);
  const cancels = request.method === 'DELETE';
  if (cancels) exchange.cancel();
  const until = cancels ? 'end' : 'event';
  return pollHere(options, { request, reply, exchange, token: readToken(request), cursor, waitMs, until });
}

export function noSuchTicket(): Failure {
  return failure(
    'not_found',
    'There is no exchange of this ticket: it was changed, is of another service, or has expired',
    {
      hint: 'Poll at the Location that came with the 202, as it was.',
    },
  );
}
