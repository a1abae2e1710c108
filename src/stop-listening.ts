import { Server } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * Takes no new connections. To be called before any answer ends its connection: a gateway whose connections end opens new ones, and
 * those that wait in the kernel when the listener closes are reset, with the requests that were sent on them.
 */
export async function stopListening(server: Server): Promise<void> {
  await turn();
  // Of a net server only: that of an HTTP server closes idle connections as well.
  Server.prototype.close.call(server);
}
