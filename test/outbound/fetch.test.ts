import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { OutboundRefused } from '../../contracts/outbound.ts';
import { openTestOutbound, resolveTo } from './open-test-outbound.ts';

/** A server at a loopback address that counts its connections. */
async function openServer(answer: RequestListener): Promise<{ readonly port: number; connections(): number }> {
  let connections = 0;
  const server = createServer(answer).on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  // `as`: a server that listens on a port has one
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const refused = (fetched: Promise<unknown>) => expect(fetched).rejects.toBeInstanceOf(OutboundRefused);

test('what is allowed is fetched, with what was asked', async () => {
  const { port } = await openServer((request, response) => {
    response.end(JSON.stringify({ method: request.method, key: request.headers['x-key'] }));
  });
  const { fetch } = openTestOutbound(['127.0.0.1']);
  const fetched = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'x-key': '1' }, body: '{}' });
  expect(await fetched.json()).toEqual({ method: 'POST', key: '1' });
});

test.for(['127.0.0.1', 'localhost', '2130706433', '[::ffff:7f00:1]'])(
  'no connection is made to %s where it is not allowed',
  async (host) => {
    const { port, connections } = await openServer((_request, response) => response.end());
    await refused(openTestOutbound().fetch(`http://${host}:${port}/`));
    expect(connections()).toBe(0);
  },
);

test('a name that leads to this machine is refused though it says nothing of it', async () => {
  const { port, connections } = await openServer((_request, response) => response.end());
  await refused(openTestOutbound([], resolveTo(['127.0.0.1'])).fetch(`http://innocent.example:${port}/`));
  expect(connections()).toBe(0);
});

test('a name that leads elsewhere the second time it is asked is asked once a connection, and judged by that answer', async () => {
  const { port, connections } = await openServer((_request, response) => response.end());
  // The first answer is open, and nothing listens there that this test could reach.
  const outbound = openTestOutbound(['192.0.2.0/24'], resolveTo(['192.0.2.1'], ['127.0.0.1']));
  const first = outbound.fetch(`http://rebound.example:${port}/`, { signal: AbortSignal.timeout(300) });
  await expect(first).rejects.not.toBeInstanceOf(OutboundRefused);
  await refused(outbound.fetch(`http://rebound.example:${port}/`));
  expect(connections()).toBe(0);
});

test.for([301, 302, 303, 307, 308])('a redirect (%i) to a closed address is not followed', async (status) => {
  const inner = await openServer((_request, response) => response.end('secret'));
  const outer = await openServer((_request, response) => {
    response.writeHead(status, { location: `http://127.0.0.2:${inner.port}/` }).end();
  });
  const { fetch } = openTestOutbound(['127.0.0.1']);
  await refused(fetch(`http://127.0.0.1:${outer.port}/`, { redirect: 'follow' }));
  expect(inner.connections()).toBe(0);
  expect((await fetch(`http://127.0.0.1:${outer.port}/`)).status).toBe(status);
});

test('a redirect to an open address is followed where that is asked for', async () => {
  const inner = await openServer((_request, response) => response.end('there'));
  const outer = await openServer((_request, response) => {
    response.writeHead(302, { location: `http://localhost:${inner.port}/` }).end();
  });
  const { fetch } = openTestOutbound(['127.0.0.1', 'localhost'], resolveTo(['127.0.0.1']));
  const fetched = await fetch(`http://127.0.0.1:${outer.port}/`, { redirect: 'follow' });
  expect(await fetched.text()).toBe('there');
});

test('a redirect to another scheme goes nowhere', async () => {
  const { port } = await openServer((_request, response) => {
    response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  });
  const { fetch } = openTestOutbound(['127.0.0.1']);
  await expect(fetch(`http://127.0.0.1:${port}/`, { redirect: 'follow' })).rejects.toThrow();
});

test('an address with a password is refused, and the password repeated nowhere', async () => {
  const thrown = await openTestOutbound()
    .fetch('https://ada:hunter2@example.com/')
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(OutboundRefused);
  expect(String(thrown)).not.toContain('hunter2');
});
