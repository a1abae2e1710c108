import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Standing } from '../../routes/standing.ts';
import { Turn } from '../../routes/turn.ts';
import { FrameConnection } from '../../routes/websocket/frame-connection.ts';
import { OpenConnections } from '../../routes/websocket/open-connections.ts';
import { createFrameReader } from '../../routes/websocket/read-frame.ts';
import { openTestCore } from '../core/open-test-core.ts';

test('a connection whose upgrade was under way when the end began is ended like the others', async () => {
  const { core } = await openTestCore();
  const served = { core: () => core, ready: () => true, leftMs: () => 0, onSwap: () => () => undefined };
  const limits = { inFlight: 1, sendBufferBytes: 1024 };
  const open = new OpenConnections(60_000, { opened: () => undefined, closed: () => undefined });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  server.on('connection', (webSocket, { socket }) => {
    const upgrade = {
      standing: new Standing(served, undefined),
      capabilitiesHeader: undefined,
      idempotencyKey: undefined,
    };
    const frames = { served, read: createFrameReader(), limits, turn: new Turn() };
    open.add(new FrameConnection(webSocket, socket, upgrade, frames));
  });
  await open.end(1000);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // `as`: it listens on a port
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const [code] = await once(client, 'close');
  expect(code).toBe(1001);
});
