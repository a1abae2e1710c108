import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

/** What the bridge was asked, as `{"id": …, "method": …, "params": …}`. */
export interface Asked {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Sends JSON back, or text and bytes as they are. */
  reply(answer: unknown): void;
  readonly socket: WebSocket;
}

export interface ServedBridge {
  readonly url: string;
  /** Every message so far, in order, over all connections. */
  readonly asked: readonly Asked[];
  /** The handshakes so far. */
  readonly handshakes: readonly IncomingMessage[];
  readonly sockets: ReadonlySet<WebSocket>;
  /** Stops listening and breaks every connection off. */
  stop(): Promise<void>;
  /** Listens at the same port again. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A real WebSocket server on a free port that does with each message what `answer` says. */
export async function serveBridge(
  answer: (asked: Asked) => void,
  more: ServerOptions & { readonly greet?: (socket: WebSocket) => void } = {},
): Promise<ServedBridge> {
  const asked: Asked[] = [];
  const handshakes: IncomingMessage[] = [];
  const { greet, ...options } = more;
  const serve = async (port: number): Promise<WebSocketServer> => {
    const server = new WebSocketServer({ host: '127.0.0.1', port, ...options });
    server.on('connection', (socket, handshake) => {
      handshakes.push(handshake);
      greet?.(socket);
      socket.on('error', () => undefined);
      socket.on('message', (data) => {
        const message: Omit<Asked, 'reply' | 'socket'> = JSON.parse(String(data));
        const one: Asked = {
          ...message,
          socket,
          reply: (text) => {
            socket.send(typeof text === 'string' || Buffer.isBuffer(text) ? text : JSON.stringify(text));
          },
        };
        asked.push(one);
        answer(one);
      });
    });
    await new Promise((resolve, reject) => {
      server.once('listening', resolve);
      server.once('error', reject);
    });
    return server;
  };
  let server: WebSocketServer | undefined = await serve(0);
  const { port } = server.address() as AddressInfo; // `as`: it listens at a port
  const stop = async (): Promise<void> => {
    const stopped = server;
    server = undefined;
    if (stopped === undefined) return;
    for (const socket of stopped.clients) socket.terminate();
    await new Promise((resolve) => {
      stopped.close(resolve);
    });
  };
  return {
    url: `ws://127.0.0.1:${port}/bridge`,
    asked,
    handshakes,
    get sockets() {
      return server?.clients ?? new Set<WebSocket>();
    },
    stop,
    start: async () => {
      server ??= await serve(port);
    },
    close: stop,
  };
}
