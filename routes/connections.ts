import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Caller } from '../src/core/caller.ts';

/** What is under way on one client connection. Pipelining clients have more than one request in it at a time. */
export interface Connection {
  /** The response to the request that came last; undefined where nothing was ever asked. */
  latest: ServerResponse | undefined;
  readonly callers: Set<Caller>;
}

/**
 * The open client connections. One listener a connection tells its callers that they are gone, not one a request.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();

  /** Follows the connections of a server. At closing each ends after the answer that is under way on it. */
  follow(app: FastifyInstance): void {
    app.server.on('connection', (socket) => this.#watch(socket));
    app.addHook('preClose', async () => {
      for (const [socket, { latest }] of this.#open) endAfter(socket, latest);
    });
  }

  /** Notes that a request has come, by its response. */
  asked(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection !== undefined) connection.latest = response;
  }

  /** The response to the request that came last on a connection. */
  latestResponse(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.latest;
  }

  /** A caller that waits on a connection from now on; it is gone when the connection closes before `answered`. */
  enter(socket: Socket): Caller {
    const caller = new Caller();
    const callers = this.#open.get(socket)?.callers;
    if (callers === undefined) caller.leave('gone');
    else callers.add(caller);
    return caller;
  }

  answered(socket: Socket, caller: Caller): void {
    this.#open.get(socket)?.callers.delete(caller);
  }

  #watch(socket: Socket): void {
    if (this.#open.has(socket)) return; // a request for an upgrade that is not made is read again
    const connection: Connection = { latest: undefined, callers: new Set() };
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      for (const caller of connection.callers) caller.leave('gone');
    });
  }
}

/** Node closes at once what is idle by then; what becomes idle later would stay, and closing would wait for it. */
function endAfter(socket: Socket, latest: ServerResponse | undefined): void {
  // Browsers open connections in advance; Node does not count one on which nothing was asked as idle.
  if (latest === undefined) socket.destroy();
  else if (!latest.writableFinished) {
    latest.shouldKeepAlive = false;
    // A head that went out before has promised to keep the connection.
    if (latest.headersSent) latest.once('finish', () => socket.end());
  }
}
