import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Answered } from '../src/core/answered.ts';
import { routeRequest } from '../src/core/route-request.ts';
import { arrive } from './arrive.ts';
import { jsonBody } from './json-bodies.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { sendAnswered } from './send-answered.ts';
import type { ServedOver } from './served.ts';

/** `POST /mcp/v2` and `POST /mcp`: one request in, one answer out. */
export function intents(app: FastifyInstance, { served, connections }: ServedOver, done: () => void): void {
  for (const path of ['/mcp/v2', '/mcp']) {
    app.post(path, (request, reply) => {
      const { socket } = request.raw;
      const caller = connections.enter(socket);
      const send = (answered: Answered): Promise<FastifyReply> | undefined => {
        connections.answered(socket, caller);
        return sendAnswered(request, reply, answered);
      };
      const answered = routeRequest(served.core(), arrive(request, jsonBody(request), caller));
      return answered instanceof Promise ? answered.then(send) : send(answered);
    });
    refuseOtherMethods(app, served, path, ['POST']);
  }
  done();
}
