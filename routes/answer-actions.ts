import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type Failure, failure } from '../contracts/failure.ts';
import { refuse } from '../src/core/refuse.ts';
import { routeV1Action } from '../src/core/v1/route-v1-action.ts';
import { arrive } from './arrive.ts';
import { readHail } from './hail.ts';
import { jsonBody, V1_MEDIA_TYPE, V2_MEDIA_TYPE } from './json-bodies.ts';
import { sendRefusal } from './send-answered.ts';
import { sendWhenAnswered } from './send-when-answered.ts';
import type { Served, ServedOver } from './served.ts';

/** The handler of the paths that take actions of the old style: one action in, one answer out. */
export function answerActions(over: ServedOver) {
  const { served, connections } = over;
  return (
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply | undefined> | undefined => {
    const core = served.core();
    // A reload has closed the door while the body was read.
    if (core.v1 === undefined) return refuseActions(served, request, reply);
    const caller = connections.enter(request.raw.socket);
    const arrival = arrive(request, jsonBody(request), caller);
    return sendWhenAnswered(over, request, reply, arrival, routeV1Action(core, core.v1, arrival));
  };
}

/** Where the door is closed there is no such path. */
export function refuseActions(served: Served, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(request, reply, refuse(served.core(), readHail(request), nothingAt(request)));
}

/** Whether a request to the path that all protocols share is an action. Accepting anything asks for the newer of the two. */
export function asksForV1(request: FastifyRequest): boolean {
  return new Negotiator(request.raw).mediaTypes([V2_MEDIA_TYPE, V1_MEDIA_TYPE])[0] === V1_MEDIA_TYPE;
}

function nothingAt({ url }: FastifyRequest): Failure {
  return failure('not_found', `Nothing is served at ${url.split('?')[0]}`, {
    hint: 'Requests go to POST /mcp/v2. Whoever runs the service can open this path to the old action style: v1: {} in its configuration.',
  });
}
