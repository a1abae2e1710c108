import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../src/core/answered.ts';
import type { Arrival } from '../src/core/arrival.ts';
import { lose } from '../src/core/refuse.ts';
import { sendAnswered, sendRefusal } from './send-answered.ts';
import type { ServedOver } from './served.ts';

/** Sends what was answered at once, at once; until then the caller waits on its connection. */
export function sendWhenAnswered(
  { served, connections }: ServedOver,
  request: FastifyRequest,
  reply: FastifyReply,
  arrival: Arrival,
  answered: Answered | Promise<Answered>,
): Promise<FastifyReply | undefined> | undefined {
  const { socket } = request.raw;
  const send = (came: Answered): Promise<FastifyReply> | undefined => {
    connections.answered(socket, arrival.caller);
    return reply.sent ? undefined : sendAnswered(request, reply, came);
  };
  if (!(answered instanceof Promise)) return send(answered);
  const core = served.core();
  connections.awaits(socket, arrival.caller, () => void sendRefusal(request, reply, lose(core, arrival)));
  return answered.then(send);
}
