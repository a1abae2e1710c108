import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../contracts/failure.ts';
import { refuse } from '../src/core/refuse.ts';
import { checkHead } from './check-head.ts';
import type { Connections } from './connections.ts';
import { readHail } from './hail.ts';
import { sendRefusal } from './send-answered.ts';
import type { Served } from './served.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Orchestrators ask these by an address of their own choosing; they say nothing worth keeping from a web page. */
const OPEN_PATHS = new Set(['/livez', '/readyz']);

/** So many spellings of our own name and port are remembered; whoever sends others is checked in full. */
const MOST_KNOWN = 64;

/** Whether a `Host` header names this service. */
export type IsOurHost = (host: string) => boolean;

/** `hosts`: names that requests may be addressed to, beside the loopback names. */
export function createHostCheck(hosts: readonly string[]): IsOurHost {
  const allowed = new Set([...LOOPBACK, ...hosts].map(asInHostHeader));
  const known = new Set<string>();
  return (host) => {
    if (known.has(host)) return true;
    if (!allowed.has(host.replace(/:\d+$/, '').toLowerCase()) || !URL.canParse(`http://${host}`)) return false;
    if (known.size < MOST_KNOWN) known.add(host);
    return true;
  };
}

export interface CheckCallersOptions {
  readonly served: Served;
  readonly connections: Connections;
  readonly isOurHost: IsOurHost;
  /** Web origins whose pages may call. */
  readonly origins: readonly string[];
  readonly mostHeaders: number;
}

/**
 * Any web page can send requests to a port of the machine its reader sits at. A Host that is not ours is a page that
 * rebound its own name to our address; a foreign Origin is a page that calls across sites. Both are refused.
 */
export function checkCallers(app: FastifyInstance, options: CheckCallersOptions): void {
  const { served, connections, isOurHost, mostHeaders } = options;
  const origins = new Set(options.origins);
  const checkCaller = (request: FastifyRequest): Failure | undefined =>
    OPEN_PATHS.has(request.url) ? undefined : (checkHost(request, isOurHost) ?? checkOrigin(request, origins));
  app.addHook('onRequest', (request, reply, next) => {
    const refusal =
      checkHead(request.raw, mostHeaders) ?? connections.checkRoom(request.raw.socket) ?? checkCaller(request);
    if (refusal === undefined) next();
    else sendRefusal(request, reply, refuse(served.core(), readHail(request), refusal));
  });
}

/** As clients write it: IPv6 addresses in brackets and in their shortest form. */
function asInHostHeader(host: string): string {
  return isIPv6(host) ? new URL(`http://[${host}]`).hostname : host.toLowerCase();
}

function checkHost({ host }: FastifyRequest, isOurHost: IsOurHost): Failure | undefined {
  if (isOurHost(host)) return undefined;
  return failure('forbidden', 'The request is addressed to a host name that this service does not answer to', {
    field: 'Host',
    hint: 'Add the name to listen.allowed_hosts if clients are meant to use it.',
  });
}

/** No Origin: not sent by a page. Our own: a page of ours, since the Host was found to be ours. */
function checkOrigin({ headers: { origin }, host }: FastifyRequest, allowed: ReadonlySet<string>): Failure | undefined {
  if (origin === undefined || allowed.has(origin) || origin === `http://${host}`) return undefined;
  return failure('forbidden', 'The request comes from a web page of another origin', {
    field: 'Origin',
    hint: 'Add the origin to listen.allowed_origins if its pages are meant to call.',
  });
}
