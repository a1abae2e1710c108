import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../contracts/json.ts';

export const NOTES_TOKEN = 'a-token-that-nobody-is-told-7f3a';

/** A store of notes that speaks HTTP: what the module of these tests talks to. */
export interface NoteStore {
  readonly origin: string;
  readonly notes: Map<string, string>;
  /** How many wait for an answer of `/slow`. */
  slow(): number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function openNoteStore(): Promise<NoteStore> {
  const notes = new Map([['first', 'hello']]);
  const waiting = new Set<ServerResponse>();
  let port = 0;
  let server: Server | undefined;
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://store');
    const [, what = '', name = ''] = pathname.split('/').map(decodeURIComponent);
    const give = (status: number, body: JsonObject): unknown => response.writeHead(status).end(JSON.stringify(body));
    if (incoming.headers.authorization !== `Bearer ${NOTES_TOKEN}`) give(401, {});
    else if (what !== 'notes') behaveOddly(what, response, waiting);
    else if (incoming.method === 'PUT') give(200, { name: notes.set(name, await text(incoming)) && name });
    else if (notes.has(name)) give(200, { name, text: notes.get(name) ?? '' });
    else give(404, {});
  };
  const start = async (): Promise<void> => {
    server = createServer((incoming, response) => void answer(incoming, response));
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo); // `as`: it listens on TCP
  };
  const stop = async (): Promise<void> => {
    await new Promise((resolve) => {
      server?.close(resolve);
      server?.closeAllConnections();
    });
  };
  await start();
  return { origin: `http://127.0.0.1:${port}`, notes, slow: () => waiting.size, start, stop };
}

/** `/nonsense`, `/flood`, and anything else waits until its caller goes. */
function behaveOddly(what: string, response: ServerResponse, waiting: Set<ServerResponse>): void {
  if (what === 'nonsense') response.end('<html>');
  else if (what === 'flood') flood(response);
  else {
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
  }
}

function flood(response: ServerResponse): void {
  const chunk = 'x'.repeat(65_536);
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}
