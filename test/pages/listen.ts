import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

/** A real server with the given routes on a free port; closed when the test ends. */
export async function listen(register: (app: FastifyInstance) => unknown): Promise<string> {
  const app = Fastify();
  onTestFinished(() => app.close());
  register(app);
  return app.listen({ host: '127.0.0.1', port: 0 });
}
