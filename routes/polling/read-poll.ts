import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../../contracts/failure.ts';
import { header } from '../hail.ts';

/** `wait=N` among other preferences (RFC 7240), its value quoted or not, in seconds. */
const WAIT = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=[,;]|$)/i;

/** How long a poll may be held: what `Prefer` says, as far as that is allowed. */
export function readWaitMs(request: FastifyRequest, reply: FastifyReply, maxWaitMs: number): number {
  const seconds = WAIT.exec(header(request, 'prefer') ?? '')?.[1];
  if (seconds === undefined) return maxWaitMs;
  const waitMs = Math.min(Number(seconds) * 1000, maxWaitMs);
  reply.header('preference-applied', `wait=${Math.floor(waitMs / 1000)}`);
  return waitMs;
}

/** `?cursor=K`; left out, the poll starts over. */
export function readCursor(request: FastifyRequest): number | Failure {
  // `as`: the query parser gives text, or a list where the name comes twice
  const { cursor = '0' } = request.query as { readonly cursor?: string | readonly string[] };
  if (typeof cursor === 'string' && /^\d{1,15}$/.test(cursor)) return Number(cursor);
  return failure('invalid_request', 'The cursor must be one whole number', {
    field: 'cursor',
    hint: 'Poll at the Location of the answer before; cursor=0 starts over.',
  });
}

/** The last segment of the path. */
export function readToken(request: FastifyRequest): string {
  // `as`: the paths of long polling have this one parameter
  return (request.params as { readonly ticket: string }).ticket;
}
