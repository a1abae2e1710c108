import { type IncomingMessage, request } from 'node:http';
import type { Received, Sent } from '../../http/exchange.ts';
import { toBytes } from '../../http/exchange.ts';

export interface HttpCall {
  readonly received: Promise<Received>;
  leave(): void;
}

/** One request on a connection of its own that the caller can drop. */
export function call(origin: string, { method = 'POST', path = '/mcp/v2', headers = {}, body }: Sent): HttpCall {
  const bytes = toBytes(body);
  const length = bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length };
  const outgoing = request(new URL(path, origin), { method, agent: false, headers: { ...length, ...headers } });
  const received = new Promise<Received>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => resolve(readAll(incoming)));
  });
  received.catch(() => undefined); // nobody waits for what was dropped on purpose
  outgoing.end(bytes);
  return { received, leave: () => void outgoing.destroy() };
}

function readAll(incoming: IncomingMessage): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('error', reject);
    incoming.once('end', () => {
      const bytes = Buffer.concat(chunks);
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text: bytes.toString() });
    });
  });
}
