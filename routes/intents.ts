import type { FastifyInstance } from 'fastify';
import { routeRequest } from '../src/core/route-request.ts';
import { arrive } from './arrive.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { sendAnswered } from './send-answered.ts';
import type { ServedOver } from './served.ts';

/** `POST /mcp/v2` and `POST /mcp`: one request in, one answer out. */
export function intents(app: FastifyInstance, { served, connections }: ServedOver, done: () => void): void {
  for (const path of ['/mcp/v2', '/mcp']) {
    app.post(path, async (request, reply) => {
      const { socket } = request.raw;
      const caller = connections.enter(socket);
      const answered = await routeRequest(served.core(), arrive(request, caller));
      connections.answered(socket, caller);
      return sendAnswered(request, reply, answered);
    });
    refuseOtherMethods(app, served, path, ['POST']);
  }
  done();
}
