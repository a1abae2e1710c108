import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { Served } from './served.ts';

export interface MetricsOptions {
  readonly served: Served;
  /** The metrics in the Prometheus text format. */
  readonly expose: () => Promise<string>;
  readonly contentType: string;
}

/** `GET /metrics`. */
export function metrics(app: FastifyInstance, { served, expose, contentType }: MetricsOptions, done: () => void): void {
  app.get('/metrics', async (_request, reply) => reply.header('content-type', contentType).send(await expose()));
  refuseOtherMethods(app, served, '/metrics', ['GET', 'HEAD']);
  done();
}
