import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  /** As it came: path and query, nothing decoded. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface BackEnd {
  readonly origin: string;
  readonly received: readonly ReceivedRequest[];
  /** Connections that were made to it. */
  readonly connections: () => number;
  forget(): void;
  close(): Promise<void>;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse, raw: IncomingMessage) => void;

/** A real HTTP server that answers as a test says, and is closed with the test. */
export async function openBackEnd(answer: Answer): Promise<BackEnd> {
  const backEnd = await startBackEnd(answer);
  onTestFinished(backEnd.close);
  return backEnd;
}

/** The same, for whoever closes it. */
export async function startBackEnd(answer: Answer): Promise<BackEnd> {
  const received: ReceivedRequest[] = [];
  let connections = 0;
  const server = createServer((raw, response) => {
    const chunks: Buffer[] = [];
    raw.on('data', (chunk: Buffer) => chunks.push(chunk));
    raw.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = raw;
      const request = { method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() };
      received.push(request);
      answer(request, response, raw);
    });
    raw.on('error', () => {});
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // `as`: it listens at a port
    received,
    connections: () => connections,
    forget: () => received.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
