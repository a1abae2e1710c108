import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SlowProxy {
  readonly url: string;
  /** How long each answer is held back from now on. */
  delayMs: number;
}

/** Stands before a server of this machine, and can make it slow. */
export async function openSlowProxy(port: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  const proxy = { url: '', delayMs: 0 };
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      setTimeout(() => client.writable && client.write(chunk), proxy.delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  proxy.url = `redis://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return proxy;
}
