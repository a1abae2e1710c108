import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../src/core/answered.ts';
import type { Caller } from '../src/core/caller.ts';
import { sendAnswered } from './send-answered.ts';
import type { ServedOver } from './served.ts';

/** Sends what was answered at once, at once; until then the caller waits on its connection. */
export function sendWhenAnswered(
  { connections }: ServedOver,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  answered: Answered | Promise<Answered>,
): Promise<FastifyReply | undefined> | undefined {
  const send = (came: Answered): Promise<FastifyReply> | undefined => {
    connections.answered(request.raw.socket, caller);
    return sendAnswered(request, reply, came);
  };
  return answered instanceof Promise ? answered.then(send) : send(answered);
}
