import type { FastifyRequest } from 'fastify';
import type { Ticket, Tickets } from '../../src/core/exchanges/tickets.ts';
import { NOBODY } from '../../src/core/principal.ts';

/** What another replica passes on: the ticket of an exchange of this process, the word that it is gone, or undefined for what is no ticket. */
export async function readOwnTicket(
  request: FastifyRequest,
  tickets: Tickets,
  token: string,
): Promise<Ticket | 'gone' | undefined> {
  const ticket = await tickets.unseal(token);
  if (ticket === undefined) return undefined;
  request.principal = { id: ticket.principal, attributes: {}, permissions: NOBODY.permissions };
  // Elsewhere: sealed by a process that had this address before.
  return tickets.locate(ticket) === 'here' ? ticket : 'gone';
}
