import { isIPv6 } from 'node:net';
import { Connections } from '../routes/connections.ts';
import { internalPolling } from '../routes/polling/internal-polling.ts';
import type { Polling } from '../routes/polling/polling-options.ts';
import type { Served } from '../routes/served.ts';
import type { Settings } from './config/settings.ts';
import type { Listener } from './ending.ts';
import { openListener } from './open-listener.ts';
import { StartupError } from './startup-error.ts';

/** Polls have no bodies. */
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
): Promise<InternalServer | undefined> {
  if (internal === undefined) return undefined;
  const { host, port } = internal;
  const connections = new Connections();
  const server = openListener({ served, limits: { ...limits, bodyBytes: MOST_BODY_BYTES }, connections });
  server.removeAllContentTypeParsers();
  await server.register(internalPolling, { served, connections, polling });
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
