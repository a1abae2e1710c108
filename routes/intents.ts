import type { FastifyInstance } from 'fastify';
import { answerRequests } from './answer-requests.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { ServedOver } from './served.ts';

const PATH = '/mcp/v2';

/** `POST /mcp/v2`: one request in, one answer out. */
export function intents(app: FastifyInstance, over: ServedOver, done: () => void): void {
  app.post(PATH, answerRequests(over));
  refuseOtherMethods(app, over.served, PATH, ['POST']);
  done();
}
