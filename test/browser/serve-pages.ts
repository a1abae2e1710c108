import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One path of the site: a page's HTML, or a handler that answers by itself. */
export type TestRoute = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface TestSite {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly port: number;
  /** What was asked for, in order: `GET /login`. */
  readonly seen: string[];
  close(): Promise<void>;
}

/** Serves pages by path on a free port of 127.0.0.1. */
export async function servePages(routes: Readonly<Record<string, TestRoute>>): Promise<TestSite> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://test.invalid').pathname;
    if (path !== '/favicon.ico') seen.push(`${request.method} ${path}`);
    const route = routes[path];
    if (typeof route === 'function') route(request, response);
    else {
      response.writeHead(route === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(route ?? 'not here');
    }
  });
  // Browsers keep connections for later: whoever counts what an adapter left open must not find those.
  server.on('connection', (socket) => socket.unref());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test site has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    seen,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
