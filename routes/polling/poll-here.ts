import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Acted } from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';
import type { Exchange } from '../../src/core/exchanges/exchange.ts';
import { ownerLost } from '../../src/core/owner-lost.ts';
import { refuse } from '../../src/core/refuse.ts';
import { readHail } from '../hail.ts';
import { sendRefusal } from '../send-answered.ts';
import type { PollingOptions } from './polling-options.ts';
import { sendEnd, sendPending } from './send-reading.ts';

/** Before the next poll, where this one did not wait. */
const RETRY_AFTER_MS = 1000;

/** One poll of an exchange of this process. */
export interface Poll {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly exchange: Exchange;
  /** Undefined where nobody has been given one yet. */
  readonly token: string | undefined;
  readonly cursor: number;
  readonly waitMs: number;
  readonly until: 'event' | 'end';
}

/** Holds a poll until there is something to tell, or its time is up, and answers it. */
export async function pollHere(options: PollingOptions, poll: Poll): Promise<FastifyReply> {
  const { request, reply, exchange, token, cursor, waitMs, until } = poll;
  const { connections, polling } = options;
  const refusal = exchange.checkCursor(cursor);
  if (refusal !== undefined) return refusePoll(options, request, reply, refusal);
  const { socket } = request.raw;
  const poller = connections.enter(socket);
  if (until === 'event') await exchange.awaitEvent(cursor, waitMs, poller);
  else await exchange.awaitEnd(waitMs, poller);
  connections.answered(socket, poller);

  const reading = exchange.read(cursor);
  if (reading.end !== undefined) {
    reply.raw.once('finish', () => polling.exchanges.fetched(exchange));
    if (reading.end === 'lost') return refusePoll(options, request, reply, exchangeLost());
    return sendEnd(request, reply, reading, reading.end);
  }
  const retryAfterMs = waitMs === 0 && reading.isLast ? RETRY_AFTER_MS : 0;
  const ticket = token ?? (await polling.tickets.seal(exchange));
  return sendPending(request, reply, reading, { ticket, traceId: exchange.facts.traceId, retryAfterMs });
}

/** The exchange of a ticket that this process sealed, or that it is no longer kept. */
export function findExchange({ polling }: PollingOptions, id: string): Exchange | Failure {
  const { limits } = polling.exchanges;
  return (
    polling.exchanges.find(id) ??
    failure(
      'not_found',
      `The exchange has finished and is no longer kept: the newest ${limits.kept} are, for ${limits.keepMs} ms`,
      {
        hint: 'The log tells its outcome under its trace_id. Poll sooner, or raise polling.keep_ms and polling.kept.',
      },
    )
  );
}

export function exchangeLost(): Acted {
  return ownerLost('The replica that ran the exchange is gone, and what came of the action with it');
}

export function refusePoll(
  { served }: PollingOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  end: Parameters<typeof refuse>[2],
): FastifyReply {
  return sendRefusal(request, reply, refuse(served.core(), { ...readHail(request), transport: 'polling' }, end));
}
