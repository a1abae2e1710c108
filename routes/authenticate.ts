import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, isFailure } from '../contracts/failure.ts';
import type { Admission, Authenticator } from '../src/core/authenticator.ts';
import { ANONYMOUS } from '../src/core/principal.ts';
import { refuse } from '../src/core/refuse.ts';
import { readHail } from './hail.ts';
import { RESOURCE_PATHS } from './mcp/protected-resource.ts';
import { readCredential, refuseQueryToken } from './read-credential.ts';
import { sendRefusal } from './send-answered.ts';
import type { Served } from './served.ts';

/** How the caller of a request was admitted: what a connection that outlives its request asks by again. */
export interface Admitted {
  readonly token: string;
  readonly by: Authenticator;
  readonly admission: Admission;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where nobody was asked who calls. */
    admitted: Admitted | undefined;
  }
}

/** Read by anyone: whether the service lives, how to connect, its documents, its metrics, and the keys of its receipts. */
const OPEN_ROUTES = new Set([
  '/livez',
  '/readyz',
  '/metrics',
  '/mcp',
  '/docs',
  '/docs/page.css',
  '/openapi.json',
  '/asyncapi.json',
  '/.well-known/jwks.json',
  ...RESOURCE_PATHS,
]);
/** A site of its own, with a login of its own; served in development only. */
const DEMO_SITE = '/demo';
const READING = new Set(['GET', 'HEAD']);

/**
 * Finds out who calls before the body of a request is read. Behind the hooks that say of which transport a request is, so
 * that a refusal has its shape.
 */
export function authenticate(app: FastifyInstance, served: Served): void {
  app.decorateRequest('admitted', undefined);
  app.addHook('preParsing', (request, reply, _payload, next) => {
    const { authenticator } = served.core();
    if (authenticator === undefined) {
      request.principal = ANONYMOUS;
      next();
      return;
    }
    const refusal = isOpen(request) ? refuseQueryToken(request.url) : undefined;
    const token = isOpen(request) ? refusal : readCredential(request.raw);
    if (token === undefined) next();
    else if (typeof token !== 'string') sendUnauthenticated(served, request, reply, token);
    else admit(served, authenticator, token, request, reply, next);
  });
}

function admit(
  served: Served,
  by: Authenticator,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
  next: (error?: Error) => void,
): void {
  const goOn = (admission: Admission | Failure): void => {
    if (isFailure(admission)) {
      sendUnauthenticated(served, request, reply, admission);
      return;
    }
    request.principal = admission.principal;
    request.admitted = { token, by, admission };
    next();
  };
  const known = by.recall(token);
  if (known === undefined) void by.authenticate(token).then(goOn, next);
  else goOn(known);
}

function isOpen({ method, headers, routeOptions: { url } }: FastifyRequest): boolean {
  if (url === undefined || headers.upgrade !== undefined) return false;
  if (url === DEMO_SITE || url.startsWith(`${DEMO_SITE}/`)) return true;
  return READING.has(method) && OPEN_ROUTES.has(url);
}

function sendUnauthenticated(served: Served, request: FastifyRequest, reply: FastifyReply, why: Failure): void {
  sendRefusal(request, reply, refuse(served.core(), readHail(request), why));
}
