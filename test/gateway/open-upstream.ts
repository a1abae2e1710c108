import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export interface Reached {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Upstream {
  readonly origin: string;
  /** Every request that came in whole, but for the gateway's own questions. */
  readonly reached: readonly Reached[];
}

/** A server in the place of a replica, for what a gateway makes of answers that no replica gives when asked to. */
export async function openUpstream(answer: (response: ServerResponse, reached: Reached) => void): Promise<Upstream> {
  const reached: Reached[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      if (path === '/readyz' || path === '/livez') return void response.end('{}');
      const one = { method, path, headers, body: Buffer.concat(chunks).toString() };
      reached.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, reached };
}
