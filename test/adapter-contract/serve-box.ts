import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A letter box behind HTTP: a real upstream that can be taken away and brought back. */
export interface Box {
  readonly origin: string;
  readonly letters: string[];
  /** Settles with the next request that is never answered. */
  untilHeld(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function serveBox(key: string): Promise<Box> {
  const letters: string[] = [];
  let onHeld = (): void => {};
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers['x-key'] !== key) return void response.writeHead(401).end('{}');
    const path = request.url ?? '/';
    if (path === '/hold') return onHeld();
    if (path === '/garbage') return void response.end('<html>');
    if (path === '/flood') return flood(response);
    if (path === '/letters' && request.method === 'POST') letters.push(await readText(request));
    response.end(JSON.stringify({ letters: letters.length, flag: 'up' }));
  };
  let server: Server | undefined;
  let port = 0;
  const start = async (): Promise<void> => {
    server = createServer((request, response) => void answer(request, response));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  };
  const stop = async (): Promise<void> => {
    const stopping = server;
    server = undefined;
    if (stopping === undefined) return;
    const closed = once(stopping, 'close');
    stopping.close();
    stopping.closeAllConnections();
    await closed;
  };
  await start();
  return {
    origin: `http://127.0.0.1:${port}`,
    letters,
    untilHeld: () =>
      new Promise((resolve) => {
        onHeld = resolve;
      }),
    stop,
    start,
    close: stop,
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function flood(response: ServerResponse): void {
  const pour = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', pour);
  pour();
}
