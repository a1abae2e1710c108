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
      const answered = await connections.during(request.raw.socket, (caller) =>
        routeRequest(served.core(), arrive(request, caller)),
      );
      return sendAnswered(request, reply, answered);
    });
    refuseOtherMethods(app, served, path, ['POST']);
  }
  done();
}
