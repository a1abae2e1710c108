import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimsStreaming } from '../src/core/claims-streaming.ts';
import { routeRequest } from '../src/core/route-request.ts';
import { arrive } from './arrive.ts';
import { jsonBody } from './json-bodies.ts';
import { prefersStream } from './prefers-stream.ts';
import { sendWhenAnswered } from './send-when-answered.ts';
import type { ServedOver } from './served.ts';
import { streamAnswer } from './stream-answer.ts';

/** The handler of the paths that take v2 requests: one request in, one answer out, whole or as a stream. */
export function answerRequests(over: ServedOver) {
  const { served, connections } = over;
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> | undefined => {
    const caller = connections.enter(request.raw.socket);
    const arrival = arrive(request, jsonBody(request), caller);
    if (prefersStream(request) && claimsStreaming(arrival)) return streamAnswer(over, request, reply, arrival);
    return sendWhenAnswered(over, request, reply, arrival, routeRequest(served.core(), arrival));
  };
}
