import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../../contracts/failure.ts';
import type { Core } from '../../src/core/core.ts';
import { refuse } from '../../src/core/refuse.ts';
import { header, readHail } from '../hail.ts';
import { refuseOtherMethods } from '../refuse-other-methods.ts';
import { sendRefusal } from '../send-answered.ts';
import type { Served } from '../served.ts';

/** RFC 9728, section 3.1: with the path of the resource behind it. Without, for clients that look there only. */
const WELL_KNOWN = '/.well-known/oauth-protected-resource';
export const RESOURCE_PATHS = [WELL_KNOWN, `${WELL_KNOWN}/mcp`] as const;

/** Of one client's request, and changed by every reload of the configuration. */
const CACHED_S = 300;

/** Where a client learns whose tokens are taken here: for everybody, where there is an issuer. */
export function protectedResource(
  app: FastifyInstance,
  { served }: { readonly served: Served },
  done: () => void,
): void {
  for (const path of RESOURCE_PATHS) {
    app.get(path, (request, reply) => {
      const core = served.core();
      const resource = core.protectedResource;
      if (resource === undefined) return refuseNone(core, request, reply);
      return reply.header('cache-control', `private, max-age=${CACHED_S}`).send({
        resource: resourceUrl(core, request).href,
        authorization_servers: [resource.issuer],
        scopes_supported: [...resource.scopes],
        bearer_methods_supported: ['header'],
        resource_name: 'Waybill',
      });
    });
    refuseOtherMethods(app, served, path, ['GET', 'HEAD']);
  }
  done();
}

/** Has each 401 of a path say where the metadata is. */
export function nameMetadata(app: FastifyInstance, served: Served): void {
  app.addHook('onSend', (request, reply, payload, next) => {
    const challenge = reply.statusCode === 401 ? reply.getHeader('www-authenticate') : undefined;
    if (typeof challenge === 'string' && served.core().protectedResource !== undefined) {
      const { origin, pathname } = resourceUrl(served.core(), request);
      reply.header('www-authenticate', `${challenge}, resource_metadata="${origin}${WELL_KNOWN}${pathname}"`);
    }
    next(null, payload);
  });
}

/**
 * The address of the endpoint as the client knows it. A Host that is not ours was refused before; `X-Forwarded-Proto` anyone can send, and
 * harms nobody but itself.
 */
function resourceUrl({ protectedResource }: Core, request: FastifyRequest): URL {
  if (protectedResource?.url !== undefined) return new URL(protectedResource.url);
  const [proto = ''] = header(request, 'x-forwarded-proto')?.toLowerCase().split(',') ?? [];
  return new URL(`${proto.trim() === 'https' ? 'https' : 'http'}://${request.host}/mcp`);
}

function refuseNone(core: Core, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nothing = failure('not_found', 'This service takes the tokens of no issuer', {
    hint: 'Where it asks who calls, an API key does: Authorization: Bearer KEY.',
  });
  return sendRefusal(request, reply, refuse(core, readHail(request), nothing));
}
