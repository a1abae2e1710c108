import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { failure } from '../../contracts/failure.ts';
import { answerOn } from '../broken-connections.ts';
import { header } from '../hail.ts';
import { BEARER_PROTOCOL } from '../read-credential.ts';
import type { ServedOver } from '../served.ts';
import { Standing } from '../standing.ts';
import { Turn } from '../turn.ts';
import { FrameConnection, type FrameLimits, type Frames } from './frame-connection.ts';
import { namedCloses } from './named-closes.ts';
import { OpenConnections, type WebSocketMetrics } from './open-connections.ts';
import { createFrameReader } from './read-frame.ts';
import { relayUpgrades } from './relay-upgrades.ts';

const SUBPROTOCOL = 'mcp-v2';
/** For a client to answer a close frame in, before its connection is cut off. */
const CLOSE_LIMIT_MS = 2000;

export interface WebSocketOptions extends ServedOver {
  readonly limits: FrameLimits & { readonly frameBytes: number; readonly heartbeatMs: number };
  readonly metrics: WebSocketMetrics;
  /** What a plain GET of the same path answers. */
  readonly answerGet: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** `/mcp` as a WebSocket. Fastify and its hooks see the upgrade; from then on a frame goes straight to its request. */
export function webSocket(app: FastifyInstance, options: WebSocketOptions, done: () => void): void {
  const { served, connections, limits, metrics, answerGet } = options;
  const open = new OpenConnections(limits.heartbeatMs, metrics);
  const frames: Frames = { served, read: createFrameReader(), limits, turn: new Turn() };
  const ofServer = {
    server: relayUpgrades(app.server, connections, '/mcp'),
    WebSocket: namedCloses(limits.frameBytes),
    maxPayload: limits.frameBytes,
    autoPong: false,
    clientTracking: false,
    closeTimeout: CLOSE_LIMIT_MS,
    handleProtocols,
  };
  void app.register(websocket, {
    options: ofServer, // named, as the types of ws lack closeTimeout and would refuse a literal
    errorHandler: () => {}, // ws closes the connection itself, with the code that fits
    preClose: async () => open.end(served.leftMs()),
  });
  // Refused by a hook, an upgrade leaves a connection behind that no parser reads any more.
  app.addHook('onResponse', ({ headers, raw }, _reply, next) => {
    if (headers.upgrade !== undefined) raw.socket.destroySoon();
    next();
  });
  void app.after(() => {
    app.websocketServer.on('wsClientError', (error, socket) => {
      answerOn(socket, served, failure('invalid_request', `This is no WebSocket handshake: ${error.message}`));
    });
    app.route({
      method: 'GET',
      url: '/mcp',
      handler: answerGet,
      wsHandler: (socket: WebSocket, request) => {
        const upgrade = {
          standing: new Standing(served, request.admitted),
          capabilitiesHeader: header(request, 'x-client-capabilities'),
          idempotencyKey: header(request, 'idempotency-key'),
        };
        const connection = new FrameConnection(socket, request.raw.socket, upgrade, frames);
        open.add(connection);
        socket.on('close', () => open.closed(connection));
      },
    });
  });
  done();
}

/**
 * Ours where it is offered, else the first of those that are: browsers and others drop a connection on which none of
 * theirs was chosen, and some clients can offer nothing but a fixed one. Never a token, which would be in logs of responses.
 */
function handleProtocols(offered: Set<string>): string | false {
  if (offered.has(SUBPROTOCOL)) return SUBPROTOCOL;
  return [...offered].find((protocol) => !protocol.startsWith(BEARER_PROTOCOL)) ?? false;
}
