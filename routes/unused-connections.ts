import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { LatestResponses } from './hail.ts';

/**
 * Ends connections on which nothing was ever asked, at closing: browsers open some in advance, Node does not count
 * them as idle, and the close would wait for them until its budget is used up.
 */
export function endUnusedConnections(app: FastifyInstance, latest: LatestResponses): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (!latest.has(socket)) socket.destroy();
  });
}
