import { gunzipSync } from 'node:zlib';
import type { Received } from '../../http/exchange.ts';
import { readAnswer } from '../../http/read-answer.ts';
import { call } from './call.ts';
import type { Came, Driver } from './driver.ts';

/** A plain request and a plain answer, at one of the two paths. */
const plain = (name: string, path: string): Driver => ({
  name,
  transport: () => 'http',
  cancels: false,
  start: (origin, { body, headers }, traceparent) => {
    const { received, leave } = call(origin, { path, body, headers: { traceparent, ...headers } });
    return { came: received.then(readCame), leave };
  },
});

export const HTTP = plain('http', '/mcp/v2');
export const MCP = plain('mcp', '/mcp');

export function readCame(received: Received): Came {
  const { status, headers } = received;
  return { answer: readAnswer({ ...received, text: readText(received) }), http: status, headers };
}

export function readText({ headers, bytes }: Received): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
