import { isIPv6 } from 'node:net';
import { Connections } from '../routes/connections.ts';
import { BOOT_HEADER } from '../routes/exchanges/ask-owner.ts';
import { internalTasks } from '../routes/mcp/tasks/internal-tasks.ts';
import type { Tasks } from '../routes/mcp/tasks/tasks.ts';
import { internalPolling } from '../routes/polling/internal-polling.ts';
import type { Polling } from '../routes/polling/polling-options.ts';
import type { Served } from '../routes/served.ts';
import type { Settings } from './config/settings.ts';
import type { Listener } from './ending.ts';
import { openListener } from './open-listener.ts';
import { StartupError } from './startup-error.ts';

/** Polls have no bodies; what answers a task says itself what it may have. */
const MOST_BODY_BYTES = 1024;

export interface InternalServer extends Listener {
  listen(): Promise<void>;
  /** What other replicas are told, once it listens: the configured host with the port that it got. */
  address(): string | undefined;
}

/**
 * The listener for other replicas, where one is configured. Host and Origin are not checked: whoever calls needs a sealed
 * ticket, and no web page may read what is answered.
 */
export async function buildInternalServer(
  { listen: { internal }, limits }: Settings,
  served: Served,
  polling: Polling,
  tasks: Tasks,
): Promise<InternalServer | undefined> {
  if (internal === undefined) return undefined;
  const { host, port } = internal;
  const connections = new Connections();
  const server = openListener({ served, limits: { ...limits, bodyBytes: MOST_BODY_BYTES }, connections });
  server.removeAllContentTypeParsers();
  server.addHook('onRequest', async (_request, reply) => void reply.header(BOOT_HEADER, polling.tickets.bootId));
  await server.register(internalPolling, { served, connections, polling });
  await server.register(internalTasks, { tasks, bodyBytes: limits.bodyBytes });
  let address: string | undefined;
  return {
    server,
    listen: async () => {
      await server.listen({ host, port }).catch((error: Error) => {
        throw new StartupError([`nothing can listen on listen.internal, ${host}:${port}: ${error.message}`]);
      });
      const bound = server.server.address();
      const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
      address = `${isIPv6(host) ? `[${host}]` : host}:${boundPort}`;
    },
    giveUp: () => connections.giveUp(),
    cutOff: () => connections.cutOff(),
    address: () => address,
  };
}
