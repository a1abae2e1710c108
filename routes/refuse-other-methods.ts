import { METHODS } from 'node:http';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { failure } from '../contracts/failure.ts';
import { refuse } from '../src/core/refuse.ts';
import { readHail } from './hail.ts';
import { sendRefusal } from './send-answered.ts';
import type { Served } from './served.ts';

/** Fastify knows eight methods unless told of more: the others would find nothing at paths that there are. */
export function takeEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
}

/** A known path with a wrong method is told the right one. */
export function refuseOtherMethods(
  app: FastifyInstance,
  served: Served,
  path: string,
  allowed: readonly HTTPMethods[],
): void {
  const allow = allowed.join(', ');
  const shown = path.replace(/:(\w+)/, '{$1}');
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url: path,
    // Before the body is read: it is the method that is wrong, whatever the body is.
    onRequest: async (request, reply) => {
      reply.header('allow', allow);
      const refusal = failure('method_not_allowed', `${shown} takes ${allow}, found ${request.method}`, {
        details: { allowed: [...allowed] },
      });
      return sendRefusal(request, reply, refuse(served.core(), readHail(request), refusal));
    },
    handler: async () => {
      throw new Error('onRequest has answered');
    },
  });
}
