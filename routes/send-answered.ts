import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../src/core/answered.ts';
import { type Rendered, renderAnswer, renderPlain } from './render-answer.ts';

/**
 * Sends an answer, compressed where the client prefers that and it is worth it. Undefined: it was sent at once, and
 * Fastify has nothing to wait for.
 */
export function sendAnswered(
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Answered,
): Promise<FastifyReply> | undefined {
  const rendered = renderAnswer(request, answered);
  if (rendered instanceof Promise) return rendered.then((later) => send(reply, later));
  send(reply, rendered);
  return undefined;
}

/** Sends an answer as it is. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, answered: Answered): FastifyReply {
  return send(reply, renderPlain(request, answered));
}

function send(reply: FastifyReply, { http, headers, body }: Rendered): FastifyReply {
  return reply.code(http).headers(headers).send(body);
}
