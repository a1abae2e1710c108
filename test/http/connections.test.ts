import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Connections } from '../../routes/connections.ts';
import { openListener } from '../../src/open-listener.ts';
import { openTestCore } from '../core/open-test-core.ts';
import { testSettings } from '../open-test-service.ts';
import { until } from './until.ts';

test('of requests sent at once on a connection that is to end each is answered, and the last answer ends it', async () => {
  const { core } = await openTestCore();
  const app = openListener({
    served: { core: () => core, ready: () => true, leftMs: () => 0, onSwap: () => () => undefined },
    limits: { ...testSettings().limits, bodyBytes: 1024 },
    connections: new Connections(),
  });
  app.addHook('onRequest', async (_request, reply) => void reply.raw.setHeader('connection', 'close')); // as Fastify does at closing
  app.get('/:name', async ({ url }) => {
    await delay(url === '/first' ? 100 : 0);
    return url;
  });
  onTestFinished(() => app.close());
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.write(
    ['/first', '/second', '/third'].map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''),
  );
  await until(() => socket.readableEnded);
  expect(received.match(/\/\w+$|\/\w+(?=HTTP)|connection: close/gm)).toEqual([
    '/first',
    '/second',
    'connection: close',
    '/third',
  ]);
});
