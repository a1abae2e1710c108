import type { FastifyInstance } from 'fastify';
import { answerActions, refuseActions } from './answer-actions.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { ServedOver } from './served.ts';

const PATH = '/mcp/v1';

/** `POST /mcp/v1`: one action of the old style. Closed, there is no such path. */
export function v1(app: FastifyInstance, over: ServedOver, done: () => void): void {
  const { served } = over;
  app.addHook('onRequest', (request, reply, next) => {
    if (served.core().v1 === undefined) {
      refuseActions(served, request, reply);
      return;
    }
    request.transport = 'v1';
    next();
  });
  app.post(PATH, answerActions(over));
  refuseOtherMethods(app, served, PATH, ['POST']);
  done();
}
