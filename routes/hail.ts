import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Hail } from '../src/core/arrival.ts';
import { NOBODY, type Principal } from '../src/core/principal.ts';
import type { Connections } from './connections.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** On the clock of `performance.now()`. */
    arrivedAtMs: number;
    /** As in `Asked`. */
    transport: string;
    /** As in `Asked`. */
    principal: Principal | undefined;
  }
}

/** What a request has come over as long as nothing says otherwise. */
export const PLAIN_TRANSPORT = 'http';

/** The head of an HTTP request, as far as answers depend on it. */
export interface Asked {
  readonly headers: IncomingHttpHeaders;
  /** On the clock of `performance.now()`. */
  readonly arrivedAtMs: number;
  /** Left out as long as nobody has asked who calls: `NOBODY`. */
  readonly principal?: Principal | undefined;
  /** The label of log and metrics, and the shape of the answer; left out: `PLAIN_TRANSPORT`. */
  readonly transport?: string;
}

/**
 * Notes when each request arrived, before its body is read: deadlines count from there. And on which connection, once more:
 * upgrades come past the listener of requests.
 */
export function noteArrivals(app: FastifyInstance, connections: Connections): void {
  app.decorateRequest('arrivedAtMs', 0);
  app.decorateRequest('transport', PLAIN_TRANSPORT);
  app.decorateRequest('principal', undefined);
  app.addHook('onRequest', (request, reply, next) => {
    request.arrivedAtMs = performance.now();
    connections.asked(request.raw.socket, reply.raw);
    next();
  });
}

export function readHail(asked: Asked): Hail {
  const { transport = PLAIN_TRANSPORT, arrivedAtMs, principal = NOBODY } = asked;
  return { transport, arrivedAtMs, traceparent: header(asked, 'traceparent'), principal };
}

/** A header that was sent once; one sent twice says nothing that could be relied on. */
export function header({ headers }: Asked, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
