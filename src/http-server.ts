import { createServer } from 'node:http';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerBrokenConnections, answerExpectations } from '../routes/broken-connections.ts';
import { checkCallers, createHostCheck } from '../routes/check-callers.ts';
import { Connections } from '../routes/connections.ts';
import { contexts } from '../routes/contexts.ts';
import { demoSite } from '../routes/demo-site.ts';
import { documents } from '../routes/documents/documents.ts';
import { explain } from '../routes/explain.ts';
import { noteArrivals } from '../routes/hail.ts';
import { health } from '../routes/health.ts';
import { intents } from '../routes/intents.ts';
import { readJsonBodies } from '../routes/json-bodies.ts';
import { mcpDoor } from '../routes/mcp-door.ts';
import { metrics } from '../routes/metrics.ts';
import { negotiate } from '../routes/negotiate.ts';
import { openPlainDoor } from '../routes/plain-door.ts';
import { answerRefusals, refuseBadUrl } from '../routes/refusals.ts';
import { refuseOtherMethods, takeEveryMethod } from '../routes/refuse-other-methods.ts';
import type { Served } from '../routes/served.ts';
import { webSocket } from '../routes/websocket/web-socket.ts';
import type { Settings } from './config/settings.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { VERSION } from './version.ts';

/** How often Node looks for requests that take too long to arrive. */
const CHECK_CONNECTIONS_MS = 1000;
/** Longer than gateways keep idle connections to us (60 s): the side that closes first must be theirs, or a request is lost. */
const KEEP_ALIVE_MS = 72_000;
/** Node's own default. */
const HEADERS_MS = 60_000;

/** The one public listener with everything that is served on it. */
export async function buildHttpServer(
  settings: Settings,
  served: Served,
  { expose, contentType, webSocket: webSocketMetrics }: Metrics,
): Promise<FastifyInstance> {
  const { listen, limits, development } = settings;
  const connections = new Connections();
  const isOurHost = createHostCheck([listen.host, ...listen.allowedHosts]);
  const door = openPlainDoor({ served, connections, isOurHost, bodyBytes: limits.bodyBytes });
  const app = Fastify({
    logger: false, // one line a request is written by the core's journal
    bodyLimit: limits.bodyBytes,
    serverFactory: (fastify, options) => {
      const server = createServer(options.http ?? {}, (request, response) => {
        if (!door(request, response)) fastify(request, response);
      });
      return Object.assign(server, { requestTimeout: limits.bodyMs, keepAliveTimeout: KEEP_ALIVE_MS });
    },
    http: {
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
      // Node takes the larger of the two for the body: left at its default, headersTimeout would undo bodyMs.
      headersTimeout: Math.min(limits.bodyMs, HEADERS_MS),
      requireHostHeader: false, // checkCallers refuses in the answer envelope; Node would answer without a body
    },
    frameworkErrors: refuseBadUrl(served),
    clientErrorHandler: answerBrokenConnections(served, limits.bodyMs, connections),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
  });
  takeEveryMethod(app);
  noteArrivals(app, connections);
  connections.follow(app);
  answerExpectations(app);
  checkCallers(app, { served, isOurHost, origins: listen.allowedOrigins });
  if (listen.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...listen.allowedOrigins],
      methods: ['GET', 'POST'],
      exposedHeaders: ['X-Trace-Id', 'X-MCP-Resource-Status', 'Retry-After'],
    });
  }
  readJsonBodies(app);
  answerRefusals(app, served, limits.bodyBytes);
  await app.register(intents, { served, connections });
  await app.register(mcpDoor, { served, connections, bodyBytes: limits.bodyBytes });
  await app.register(webSocket, {
    served,
    limits: settings.webSocket,
    shutdownMs: limits.shutdownMs,
    metrics: webSocketMetrics,
    answerGet: negotiate(served, settings.polling.userAgents),
  });
  await app.register(contexts, { served });
  await app.register(explain, { served, connections });
  await app.register(health, { served });
  await app.register(metrics, { served, expose, contentType });
  await app.register(documents, { catalogue: () => served.core().offers.catalogue, version: VERSION });
  for (const path of ['/openapi.json', '/docs', '/docs/page.css']) {
    refuseOtherMethods(app, served, path, ['GET', 'HEAD']);
  }
  if (development) await app.register(demoSite);
  return app;
}
