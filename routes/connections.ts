import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Failure, failure } from '../contracts/failure.ts';
import { Caller } from '../src/core/caller.ts';

/** What is under way on one client connection. Pipelining clients have more than one request in it at a time. */
export interface Connection {
  /** The response to the request that came last; undefined where nothing was ever asked. */
  latest: ServerResponse | undefined;
  /** Each with how to answer it should the service end before it can be, once it is waited for. */
  readonly callers: Map<Caller, (() => void) | undefined>;
  /** Requests that came and are not yet answered. */
  asked: number;
  /** Counts one of them off: one listener for all of them. */
  readonly answered: () => void;
}

/**
 * How many requests may be under way on one connection, as over a WebSocket: sent on without waiting for answers, they would
 * cost their sender nothing and this process a buffer each.
 */
const MOST_ASKED = 256;

/**
 * The open client connections. One listener a connection tells its callers that they are gone, not one a request.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();

  /**
   * Follows the connections of a server. At closing each ends after the answer that is under way on it; for `drainMs()` before
   * that, those that are there end with their next answer.
   */
  follow(app: FastifyInstance, drainMs: () => number): void {
    app.server.on('connection', (socket) => this.#watch(socket));
    app.addHook('preClose', async () => {
      await drain(drainMs());
      for (const [socket, { latest }] of this.#open) endAfter(socket, latest);
    });
  }

  /** Notes that a request has come, by its response. */
  asked(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection === undefined || connection.latest === response) return;
    if (connection.latest !== undefined) keepOpen(connection.latest);
    connection.latest = response;
    connection.asked += 1;
    response.on('close', connection.answered);
  }

  /** Whether more requests are under way on a connection than may be. */
  isCrowded(socket: Socket): boolean {
    return (this.#open.get(socket)?.asked ?? 0) > MOST_ASKED;
  }

  /** `rate_limited` for what has come on a crowded connection. */
  checkRoom(socket: Socket): Failure | undefined {
    if (!this.isCrowded(socket)) return undefined;
    return failure('rate_limited', `${MOST_ASKED} requests are under way on this connection, as many as may be`, {
      hint: 'Nothing was done. Wait for an answer, or open another connection.',
      details: { limit: MOST_ASKED },
    });
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
    else callers.set(caller, undefined);
    return caller;
  }

  answered(socket: Socket, caller: Caller): void {
    this.#open.get(socket)?.callers.delete(caller);
  }

  /** Has `giveUp` answer a caller that still waits when the time of the service is over. */
  awaits(socket: Socket, caller: Caller, giveUp: () => void): void {
    const callers = this.#open.get(socket)?.callers;
    if (callers?.has(caller)) callers.set(caller, giveUp);
  }

  /** Answers all that still wait, in the last moment before they are cut off. */
  giveUp(): void {
    for (const { callers } of this.#open.values()) {
      for (const [caller, giveUp] of [...callers]) {
        if (giveUp === undefined) continue;
        callers.delete(caller);
        giveUp();
        caller.leave('gone');
      }
    }
  }

  /** Ends them all at once. Node's own way to do so misses those whose requests it does not parse, as they ask for an upgrade. */
  cutOff(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #watch(socket: Socket): void {
    if (this.#open.has(socket)) return; // a request for an upgrade that is not made is read again
    const connection: Connection = {
      latest: undefined,
      callers: new Map(),
      asked: 0,
      answered: () => {
        connection.asked -= 1;
      },
    };
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      for (const caller of connection.callers.keys()) caller.leave('gone');
    });
  }
}

/**
 * A gateway that finds an idle connection closed just as it sends a request on it can't know whether the request was taken,
 * and loses it. So it is told by `Connection: close`, which Fastify says from here on, with an answer that it has asked for.
 */
async function drain(ms: number): Promise<void> {
  if (ms > 0) await delay(ms);
  // On a busy machine requests wait in the kernel to be read. What is closed after the turn in which that happens was idle, or
  // nearly so.
  await turn();
}

/** Only the last answer may end its connection: what was sent behind another one would be acted on and never answered. */
function keepOpen(before: ServerResponse): void {
  if (before.headersSent) return;
  before.shouldKeepAlive = true;
  if (before.hasHeader('connection')) before.removeHeader('connection');
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
