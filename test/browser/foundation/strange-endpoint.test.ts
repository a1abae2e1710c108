import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { launchChromium } from '../launch-chromium.ts';
import { openTestAdapter, type TestAdapter } from './open-test-adapter.ts';

/** Answers every command with `answer`, whose id is the command's where it says nothing else. */
const answering = (answer: object) => (socket: WebSocket) =>
  socket.on('message', (data) => socket.send(JSON.stringify({ id: JSON.parse(String(data)).id, ...answer })));

interface StrangeRow {
  readonly name: string;
  /** What `/json/version` answers; left out: the address of the WebSocket. */
  readonly version?: string;
  readonly speak?: (socket: WebSocket) => unknown;
  readonly kind?: 'adapter_failed';
}

const ROWS: readonly StrangeRow[] = [
  { name: 'a version that is no JSON', version: '<html>' },
  { name: 'a version without an address', version: '{}' },
  { name: 'an address of another scheme', version: '{"webSocketDebuggerUrl":"foo:bar"}' },
  { name: 'an address that nothing accepts', version: '{"webSocketDebuggerUrl":"ws://x/nowhere#part"}' },
  { name: 'text that is no JSON', speak: (socket) => socket.send('garbage') },
  { name: 'null', speak: (socket) => socket.send('null') },
  { name: 'a list', speak: (socket) => socket.send('[1]') },
  { name: 'bytes', speak: (socket) => socket.send(Buffer.alloc(100)) },
  { name: 'an event without parameters', speak: answering({ id: undefined, method: 'Target.attachedToTarget' }) },
  {
    name: 'an event of a target that is missing',
    speak: answering({
      id: undefined,
      method: 'Target.attachedToTarget',
      params: { sessionId: 'x', waitingForDebugger: true },
    }),
  },
  { name: 'an error that is null', speak: answering({ error: null }) },
  { name: 'an error that is text', speak: answering({ error: 'no' }) },
  { name: 'an error without words', speak: answering({ error: {} }), kind: 'adapter_failed' },
  { name: 'an error whose message is a number', speak: answering({ error: { message: 5 } }), kind: 'adapter_failed' },
  { name: 'no result', speak: answering({}) },
  { name: 'a result that is null', speak: answering({ result: null }) },
];

test.for(ROWS)('an endpoint that speaks $name costs its requests, and nothing else', async (row) => {
  const adapter = await openAgainst(row);
  for (const intent of ['page.list', 'page.open', 'page.list']) {
    expect(await adapter.act(intent), intent).toMatchObject({
      failure: { kind: row.kind ?? 'adapter_unavailable' },
    });
  }
  expect(await adapter.adapter.health()).toMatchObject({ status: 'unhealthy' });
});

test('an endpoint that was strange is used once it is a browser', async () => {
  const endpoint = await strangeEndpoint({ name: 'foo', version: '{"webSocketDebuggerUrl":"foo:bar"}' });
  const adapter = await openTestAdapter({ endpoint: endpoint.address });
  onTestFinished(() => adapter.close());
  expect(await adapter.act('page.list')).toMatchObject({ failure: { kind: 'adapter_unavailable' } });
  await endpoint.close();
  const chromium = await launchChromium(Number(new URL(endpoint.address).port));
  onTestFinished(() => chromium.close());
  expect(await adapter.act('page.list')).toMatchObject({ effect: 'none', result: { pages: [{}] } });
});

test('a browser that does not say where it listens does not hold up the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-silent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const executable = join(folder, 'browser');
  await writeFile(executable, '#!/bin/sh\nexec sleep 60\n');
  await chmod(executable, 0o755);
  const { adapter } = await openTestAdapter({ launch: true, executable });
  const startedMs = performance.now();
  await adapter.close();
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

async function openAgainst(row: StrangeRow): Promise<TestAdapter> {
  const { address } = await strangeEndpoint(row);
  const adapter = await openTestAdapter({ endpoint: address });
  onTestFinished(() => adapter.close());
  return adapter;
}

async function strangeEndpoint({ version, speak = () => undefined }: StrangeRow) {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((_request, response) =>
    response.end(version ?? '{"webSocketDebuggerUrl":"ws://browser/devtools"}'),
  );
  server.on('upgrade', (request, socket, head) => {
    if (version !== undefined) socket.destroy();
    else sockets.handleUpgrade(request, socket, head, speak);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
