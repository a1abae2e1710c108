import type { FastifyInstance } from 'fastify';
import { explainRequest } from '../src/core/explain-request.ts';
import { checkPrivilege } from '../src/core/permissions.ts';
import { refuse } from '../src/core/refuse.ts';
import { arrive } from './arrive.ts';
import { readHail } from './hail.ts';
import { jsonBody } from './json-bodies.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { sendRefusal } from './send-answered.ts';
import type { ServedOver } from './served.ts';

const PATH = '/mcp/v2/explain';

/** `POST /mcp/v2/explain`: what the same request would meet at `/mcp/v2`, without any effect. */
export function explain(app: FastifyInstance, { served, connections }: ServedOver, done: () => void): void {
  app.post(PATH, async (request, reply) => {
    const hail = readHail(request);
    const { id, permissions } = hail.principal;
    const denied = checkPrivilege(permissions, 'explain') ?? served.core().inFlight.refusal(id);
    if (denied !== undefined) return sendRefusal(request, reply, refuse(served.core(), hail, denied));
    const { socket } = request.raw;
    const caller = connections.enter(socket);
    const explanation = await explainRequest(served.core(), arrive(request, jsonBody(request), caller)).finally(() =>
      connections.answered(socket, caller),
    );
    return reply.header('x-trace-id', explanation.trace_id).header('cache-control', 'no-store').send(explanation);
  });
  refuseOtherMethods(app, served, PATH, ['POST']);
  done();
}
