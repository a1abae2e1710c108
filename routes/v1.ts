import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../contracts/failure.ts';
import type { Answered } from '../src/core/answered.ts';
import { refuse } from '../src/core/refuse.ts';
import { routeV1Action } from '../src/core/v1/route-v1-action.ts';
import { arrive } from './arrive.ts';
import { readHail } from './hail.ts';
import { jsonBody, readJsonBodies, V1_MEDIA_TYPE } from './json-bodies.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { sendAnswered, sendRefusal } from './send-answered.ts';
import type { ServedOver } from './served.ts';

const PATH = '/mcp/v1';

/** `POST /mcp/v1`: one action of the old style. Closed, there is no such path. */
export function v1(app: FastifyInstance, over: ServedOver, done: () => void): void {
  readJsonBodies(app, V1_MEDIA_TYPE);
  app.addHook('onRequest', (request, reply, next) => {
    const core = over.served.core();
    if (core.v1 === undefined) {
      sendRefusal(request, reply, refuse(core, readHail(request), closedDoor()));
      return;
    }
    request.transport = 'v1';
    next();
  });
  app.post(PATH, (request, reply) => answerV1(over, request, reply));
  refuseOtherMethods(app, over.served, PATH, ['POST']);
  done();
}

/** Answers a request whose body was read and is an action of the old style. */
function answerV1(
  { served, connections }: ServedOver,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply | undefined> | undefined {
  const core = served.core();
  // A reload has closed it while the body was read.
  if (core.v1 === undefined) return sendRefusal(request, reply, refuse(core, readHail(request), closedDoor()));
  const { socket } = request.raw;
  const caller = connections.enter(socket);
  const send = (answered: Answered): Promise<FastifyReply> | undefined => {
    connections.answered(socket, caller);
    return sendAnswered(request, reply, answered);
  };
  const answered = routeV1Action(core, core.v1, arrive(request, jsonBody(request), caller));
  return answered instanceof Promise ? answered.then(send) : send(answered);
}

function closedDoor(): Failure {
  return failure('not_found', `Nothing is served at ${PATH}`, {
    hint: 'Requests go to POST /mcp/v2. Whoever runs the service can open this path to the old action style: v1: {} in its configuration.',
  });
}
