import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerBrokenConnections, answerExpectations } from '../routes/broken-connections.ts';
import type { Connections } from '../routes/connections.ts';
import { noteArrivals } from '../routes/hail.ts';
import { answerRefusals, refuseBadUrl } from '../routes/refusals.ts';
import { takeEveryMethod } from '../routes/refuse-other-methods.ts';
import type { Served } from '../routes/served.ts';
import { takeTurns } from '../routes/turn.ts';
import type { LimitSettings } from './config/settings.ts';

/** How often Node looks for requests that take too long to arrive. */
const CHECK_CONNECTIONS_MS = 1000;
/** Longer than gateways keep idle connections to us (60 s): the side that closes first must be theirs, or a request is lost. */
const KEEP_ALIVE_MS = 72_000;
/** Node's own default. */
const HEADERS_MS = 60_000;
/** Tickets are path segments: some 400 characters, more where the address in them is long. */
const MOST_PARAM_LENGTH = 1024;

export interface ListenerOptions {
  readonly served: Served;
  readonly limits: Omit<LimitSettings, 'shutdownMs'>;
  readonly connections: Connections;
  /** Time in which connections end by themselves before they are closed; left out: none. */
  readonly drainMs?: number;
  /** Called for each connection that is closed at once, as there are too many. */
  readonly onRefused?: () => void;
}

/** An HTTP listener that serves nothing yet, and answers in the envelope whatever is wrong with what comes. */
export function openListener(options: ListenerOptions): FastifyInstance {
  const { served, limits, connections, drainMs = 0 } = options;
  const app = Fastify({
    logger: false, // one line a request is written by the core's journal
    bodyLimit: limits.bodyBytes,
    routerOptions: { maxParamLength: MOST_PARAM_LENGTH },
    serverFactory: (fastify) => createLimitedServer(fastify, options),
    frameworkErrors: refuseBadUrl(served),
    clientErrorHandler: answerBrokenConnections(served, limits.bodyMs, connections),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
  });
  takeEveryMethod(app);
  noteArrivals(app, connections);
  takeTurns(app);
  connections.follow(app, () => Math.min(drainMs, served.leftMs() / 2));
  answerExpectations(app);
  answerRefusals(app, served, limits.bodyBytes);
  return app;
}

function createLimitedServer(fastify: RequestListener, options: ListenerOptions): Server {
  const { limits, connections, onRefused } = options;
  const parsing: ServerOptions = {
    connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
    // Node takes the larger of the two for the body: left at its default, headersTimeout would undo bodyMs.
    headersTimeout: Math.min(limits.bodyMs, HEADERS_MS),
    requireHostHeader: false, // checkCallers refuses in the answer envelope; Node would answer without a body
    maxHeaderSize: limits.headerBytes,
    // Left to itself, Node takes the first Host or Authorization and drops the others; a gateway may have read the last.
    joinDuplicateHeaders: true,
  };
  const server = createServer(parsing, (request, response) => {
    connections.asked(request.socket, response);
    fastify(request, response);
  });
  if (onRefused !== undefined) server.on('drop', onRefused);
  return Object.assign(server, {
    requestTimeout: limits.bodyMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxConnections: limits.connections,
    maxHeadersCount: 0, // no limit: what Node does with more is to cut them off
  });
}
