import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Connections } from '../../routes/connections.ts';
import { Turn } from '../../routes/turn.ts';
import { openListener } from '../../src/open-listener.ts';
import { openTestCore } from '../core/open-test-core.ts';
import { testSettings } from '../open-test-service.ts';
import { until } from './until.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a turn', () => {
  test('answers all once all that came in it is read, and sends all once all is answered', async () => {
    const turn = new Turn();
    const done: string[] = [];
    for (const name of ['one', 'two']) {
      done.push(`read ${name}`);
      turn.answer(() => {
        done.push(`answer ${name}`);
        turn.send(() => done.push(`send ${name}`));
      });
    }
    expect(done).toEqual(['read one', 'read two']);
    await nextTurn();
    expect(done.slice(2)).toEqual(['answer one', 'answer two', 'send one', 'send two']);
  });

  test('sends at once what took longer, and what is sent meanwhile', async () => {
    const turn = new Turn();
    const done: string[] = [];
    turn.send(() => done.push('late'));
    expect(done).toEqual(['late']);
    turn.answer(() => turn.send(() => turn.send(() => done.push('within'))));
    await nextTurn();
    expect(done).toEqual(['late', 'within']);
  });

  test('leaves what comes while it answers to the next one', async () => {
    const turn = new Turn();
    const done: string[] = [];
    turn.answer(() => {
      turn.answer(() => done.push('next'));
      done.push('this');
    });
    await nextTurn();
    expect(done).toEqual(['this']);
    await nextTurn();
    expect(done).toEqual(['this', 'next']);
  });
});

describe('a listener', () => {
  test('answers what comes together before it sends any of it', async () => {
    const app = await openPlain();
    const done: string[] = [];
    app.get('/:name', ({ url }, reply) => {
      done.push(`answered ${url}`);
      reply.send(url);
    });
    app.addHook('onSend', async ({ url }) => void done.push(`sent ${url}`));
    await ask(app, ['/one', '/two'], /two$/);
    expect(done).toEqual(['answered /one', 'answered /two', 'sent /one', 'sent /two']);
  });

  test('answers 500 for what can not be sent, and sends the others of the turn', async () => {
    const app = await openPlain();
    app.get('/bad', (_request, reply) => reply.header('x-bad', 'two\nlines').send('bad'));
    app.get('/good', (_request, reply) => reply.send('good'));
    const received = await ask(app, ['/bad', '/good'], /good$/);
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 500', 'HTTP/1.1 200']);
  });
});

async function openPlain(): Promise<FastifyInstance> {
  const { core } = await openTestCore();
  const app = openListener({
    served: { core: () => core, ready: () => true, leftMs: () => 0, onSwap: () => () => undefined },
    limits: { ...testSettings().limits, bodyBytes: 1024 },
    connections: new Connections(),
  });
  onTestFinished(() => app.close());
  return app;
}

/** Sends requests at once on one connection; returns what came up to the last answer. */
async function ask(app: FastifyInstance, paths: readonly string[], last: RegExp): Promise<string> {
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
  await until(() => last.test(received));
  return received;
}
