import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface FetchServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A server over HTTP/1.1 before what answers a `Request` with a `Response`, at `/mcp`. */
export async function serveFetch(answer: (request: Request) => Promise<Response>): Promise<FetchServer> {
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    void answer(toRequest(incoming, gone.signal))
      .then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        if (response.body === null) outgoing.end();
        else await pipeline(Readable.fromWeb(response.body), outgoing);
      })
      .catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // `as`: it listens on a port
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  const {
    method = 'GET',
    url = '/',
    headers: { host },
  } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${host}${url}`, {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  });
}
