import cors from '@fastify/cors';
import { authenticate } from '../routes/authenticate.ts';
import { checkCallers, createHostCheck } from '../routes/check-callers.ts';
import { Connections } from '../routes/connections.ts';
import { contexts } from '../routes/contexts.ts';
import { demoSite } from '../routes/demo-site.ts';
import { documents } from '../routes/documents/documents.ts';
import { explain } from '../routes/explain.ts';
import { health } from '../routes/health.ts';
import { intents } from '../routes/intents.ts';
import { readJsonBodies } from '../routes/json-bodies.ts';
import { jwks } from '../routes/jwks.ts';
import { protectedResource } from '../routes/mcp/protected-resource.ts';
import { openMcpHttp } from '../routes/mcp/serve-mcp.ts';
import type { Tasks } from '../routes/mcp/tasks/tasks.ts';
import { mcpDoor } from '../routes/mcp-door.ts';
import { metrics } from '../routes/metrics.ts';
import { negotiate } from '../routes/negotiate.ts';
import { polling } from '../routes/polling/polling.ts';
import type { Polling } from '../routes/polling/polling-options.ts';
import { refuseOtherMethods } from '../routes/refuse-other-methods.ts';
import type { Served } from '../routes/served.ts';
import { v1 } from '../routes/v1.ts';
import { webSocket } from '../routes/websocket/web-socket.ts';
import type { Settings } from './config/settings.ts';
import type { Listener } from './ending.ts';
import { openListener } from './open-listener.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { VERSION } from './version.ts';

/**
 * Within this time a gateway uses every connection that it kept, and each ends with its answer. Longer than the two seconds for which
 * nginx, as configured in docker/nginx, leaves a replica alone that refused a connection: it comes back on those that it kept.
 */
const DRAIN_MS = 3000;

/** The one public listener with everything that is served on it. */
export async function buildHttpServer(
  settings: Settings,
  served: Served,
  exchanges: Polling,
  tasks: Tasks,
  { expose, contentType, connections: connectionMetrics, webSocket: webSocketMetrics }: Metrics,
): Promise<Listener> {
  const { listen, limits, development } = settings;
  const connections = new Connections();
  const isOurHost = createHostCheck([listen.host, ...listen.allowedHosts]);
  const drainMs = listen.internal === undefined ? 0 : DRAIN_MS;
  const onRefused = connectionMetrics.refused;
  const app = openListener({ served, limits, connections, drainMs, onRefused });
  checkCallers(app, {
    served,
    connections,
    isOurHost,
    origins: listen.allowedOrigins,
    mostHeaders: limits.headerCount,
  });
  if (listen.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...listen.allowedOrigins],
      methods: ['GET', 'POST', 'DELETE'],
      exposedHeaders: [
        'X-Trace-Id',
        'X-MCP-Resource-Status',
        'Retry-After',
        'Location',
        'Preference-Applied',
        'WWW-Authenticate',
      ],
    });
  }
  authenticate(app, served);
  readJsonBodies(app);
  await app.register(intents, { served, connections });
  const mcp = openMcpHttp({ served, connections, version: VERSION, tasks });
  app.addHook('preClose', () => mcp.endSubscriptions());
  await app.register(mcpDoor, { served, connections, bodyBytes: limits.bodyBytes, mcp });
  await app.register(webSocket, {
    served,
    connections,
    limits: settings.webSocket,
    metrics: webSocketMetrics,
    answerGet: negotiate(served, settings.polling.userAgents),
  });
  await app.register(polling, { served, connections, polling: exchanges });
  await app.register(contexts, { served });
  await app.register(explain, { served, connections });
  await app.register(v1, { served, connections });
  await app.register(health, { served });
  await app.register(jwks, { served });
  await app.register(protectedResource, { served });
  await app.register(metrics, { served, expose, contentType });
  await app.register(documents, {
    catalogue: () => served.core().offers.catalogue,
    v1Actions: () => served.core().v1?.actions,
    version: VERSION,
  });
  for (const path of ['/openapi.json', '/asyncapi.json', '/docs', '/docs/page.css']) {
    refuseOtherMethods(app, served, path, ['GET', 'HEAD']);
  }
  if (development) await app.register(demoSite);
  return { server: app, giveUp: () => connections.giveUp(), cutOff: () => connections.cutOff() };
}
