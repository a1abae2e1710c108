import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

/** A real server that is not Waybill: a proxy's error page, a broken connection, or silence. Ends with the test. */
export async function serveBytes(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
