import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Connections } from '../connections.ts';

/** Headers that belong to the upgrade that is not made. */
const OF_UPGRADES = new Set(['upgrade', 'http2-settings']);

/**
 * The upgrades of a server to a WebSocket at `path`, as a server of their own that never listens. Whoever asks for another
 * upgrade is answered as if it had not asked, as HTTP says: clients that can speak HTTP/2 (Java's among them) ask for
 * `h2c` with every POST, and once anyone takes upgrades, Node parses no such request any more.
 */
export function relayUpgrades(server: Server, connections: Connections, path: string): Server {
  const relay = createServer();
  server.on('upgrade', (request, socket, head) =>
    whenAnswered(connections.latestResponse(request.socket), socket, () => {
      if (!isWebSocketAt(path, request)) readAgain(server, request, socket, head);
      else if (!relay.emit('upgrade', request, socket, head)) socket.destroy(); // the service is closing
    }),
  );
  return relay;
}

/**
 * Goes on once the requests that came before on the connection were answered. What takes a connection over earlier is
 * never answered, and keeps it for good: no parser and no time limit looks at it any more.
 */
function whenAnswered(latest: ServerResponse | undefined, socket: Duplex, goOn: () => void): void {
  if (latest === undefined || latest.closed) {
    goOn();
    return;
  }
  // Nobody else hears of errors meanwhile, and one that nobody hears ends the process. It may come last of all.
  const ignore = (): void => {};
  socket.on('error', ignore);
  latest.once('close', () => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    socket.off('error', ignore);
    goOn();
  });
}

function isWebSocketAt(path: string, { method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
  return url === path || url.startsWith(`${path}?`);
}

/** Gives the server the bytes of the request once more, without the wish for an upgrade. */
function readAgain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const kept = name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value;
    if (!OF_UPGRADES.has(name.toLowerCase()) && kept !== undefined) lines.push(`${name}: ${kept}`);
  }
  // Node reads headers as Latin-1, a byte a character.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** Undefined where nothing else was said: other headers say something even where they are empty. */
function withoutUpgrade(connection: string): string | undefined {
  const kept = connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => !OF_UPGRADES.has(option.toLowerCase()));
  return kept.length === 0 ? undefined : kept.join(', ');
}
