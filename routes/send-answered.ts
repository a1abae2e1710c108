import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../src/core/answered.ts';
import { toV1 } from '../src/core/v1/translate-answer.ts';
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

/** Sends the answer to what was refused before its request was read, in the shape of its transport. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Answered): FastifyReply {
  return send(reply, renderPlain(request, request.transport === 'v1' ? toV1(refused) : refused));
}

function send(reply: FastifyReply, { http, headers, body }: Rendered): FastifyReply {
  return reply.code(http).headers(headers).send(body);
}
