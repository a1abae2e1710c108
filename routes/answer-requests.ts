import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../src/core/answered.ts';
import { claimsStreaming } from '../src/core/claims-streaming.ts';
import { routeRequest } from '../src/core/route-request.ts';
import { arrive } from './arrive.ts';
import { jsonBody } from './json-bodies.ts';
import { prefersStream } from './prefers-stream.ts';
import { sendAnswered } from './send-answered.ts';
import type { ServedOver } from './served.ts';
import { streamAnswer } from './stream-answer.ts';

/** The handler of the paths that take v2 requests: one request in, one answer out, whole or as a stream. */
export function answerRequests(over: ServedOver) {
  const { served, connections } = over;
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> | undefined => {
    const { socket } = request.raw;
    const caller = connections.enter(socket);
    const arrival = arrive(request, jsonBody(request), caller);
    if (prefersStream(request) && claimsStreaming(arrival)) return streamAnswer(over, request, reply, arrival);
    const send = (answered: Answered): Promise<FastifyReply> | undefined => {
      connections.answered(socket, caller);
      return sendAnswered(request, reply, answered);
    };
    const answered = routeRequest(served.core(), arrival);
    return answered instanceof Promise ? answered.then(send) : send(answered);
  };
}
