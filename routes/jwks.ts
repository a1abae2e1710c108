import type { FastifyInstance } from 'fastify';
import { failure } from '../contracts/failure.ts';
import { refuse } from '../src/core/refuse.ts';
import { readHail } from './hail.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { sendRefusal } from './send-answered.ts';
import type { Served } from './served.ts';

const PATH = '/.well-known/jwks.json';
/** A key that was added is known everywhere after this long. */
const CACHED_S = 300;

/** `GET /.well-known/jwks.json`: the public keys of receipts (RFC 7517), for everybody. */
export function jwks(app: FastifyInstance, { served }: { readonly served: Served }, done: () => void): void {
  app.get(PATH, (request, reply) => {
    const core = served.core();
    if (core.receipts === undefined) {
      const nothing = failure('not_found', 'This service gives no receipts, so there is no key to check one with', {
        hint: 'Whoever runs the service can have outcomes signed: receipts.key in its configuration.',
      });
      return sendRefusal(request, reply, refuse(core, readHail(request), nothing));
    }
    return reply.header('cache-control', `public, max-age=${CACHED_S}`).send(core.receipts.jwks);
  });
  refuseOtherMethods(app, served, PATH, ['GET', 'HEAD']);
  done();
}
