import type { FastifyInstance } from 'fastify';
import { checkHealth } from '../src/core/check-health.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { Served } from './served.ts';

/** `GET /livez` (the process runs) and `GET /readyz` (it takes requests; an upstream that is down degrades, never kills). */
export function health(app: FastifyInstance, { served }: { readonly served: Served }, done: () => void): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'healthy' }));
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!served.ready()) return reply.code(503).send({ status: 'unhealthy', detail: 'closing' });
    const targets = await Promise.all(
      [...served.core().offers.targets.values()].map(
        async (target) => [target.name, await checkHealth(target)] as const,
      ),
    );
    const nonces = served.core().nonces.store?.health();
    const all = nonces === undefined ? targets : [...targets, ['nonces', nonces] as const];
    const status = all.every(([, { status }]) => status === 'healthy') ? 'healthy' : 'degraded';
    return reply.send({ status, targets: Object.fromEntries(targets), ...(nonces !== undefined && { nonces }) });
  });
  for (const path of ['/livez', '/readyz']) refuseOtherMethods(app, served, path, ['GET', 'HEAD']);
  done();
}
