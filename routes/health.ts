import type { FastifyInstance } from 'fastify';
import type { Health } from '../contracts/adapter.ts';
import type { Target } from '../src/core/catalogue.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { Served } from './served.ts';

/** An upstream that does not say within this that it is well is not well. */
const LIMIT_MS = 1000;

/** `GET /livez` (the process runs) and `GET /readyz` (it takes requests; an upstream that is down degrades, never kills). */
export function health(app: FastifyInstance, { served }: { readonly served: Served }, done: () => void): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'healthy' }));
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!served.ready()) return reply.code(503).send({ status: 'unhealthy', detail: 'closing' });
    const targets = await Promise.all([...served.core().offers.targets.values()].map(checkTarget));
    const status = targets.every(([, { status }]) => status === 'healthy') ? 'healthy' : 'degraded';
    return reply.send({ status, targets: Object.fromEntries(targets) });
  });
  for (const path of ['/livez', '/readyz']) refuseOtherMethods(app, served, path, ['GET', 'HEAD']);
  done();
}

async function checkTarget({ name, adapter }: Target): Promise<readonly [string, Health]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Health>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, { status: 'unhealthy', detail: `gave no sign within ${LIMIT_MS} ms` });
  });
  try {
    return [name, await Promise.race([adapter.health(), late])];
  } finally {
    clearTimeout(timer);
  }
}
