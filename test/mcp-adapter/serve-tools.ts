import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { serveFetch } from '../conformance/server/serve-fetch.ts';
// biome-ignore lint/correctness/useImportExtensions: it is JavaScript, which servers are started with
import { legacyServer } from './servers/legacy-tools.mjs';
// biome-ignore lint/correctness/useImportExtensions: it is JavaScript, which servers are started with
import { newWorld, toolServers, type World } from './servers/tools.mjs';

export interface ToolServer {
  readonly url: string;
  readonly world: World;
  /** The headers of each request, in their order. */
  readonly headers: readonly Headers[];
  close(): Promise<void>;
}

/** The test server over HTTP, on the official SDK: stateless, and closed with the test. */
export async function serveTools(): Promise<ToolServer> {
  const world = newWorld();
  const headers: Headers[] = [];
  const handler = createMcpHandler(
    toolServers(world, async () => handler.notify.toolsChanged()),
    { legacy: 'reject' },
  );
  const { url, close } = await serveFetch((request) => {
    headers.push(request.headers);
    return handler.fetch(request);
  });
  const end = async (): Promise<void> => {
    await handler.close();
    await close();
  };
  onTestFinished(end);
  return { url, world, headers, close: end };
}

export interface LegacyToolServer {
  readonly url: string;
  readonly world: World;
  /** How many sessions were begun. */
  readonly begun: () => number;
  /** Forgets all sessions, as one does that was started anew. */
  forget(): void;
}

/** The same on the SDK of the era before, with sessions. */
export async function serveLegacyTools(): Promise<LegacyToolServer> {
  const world = newWorld();
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  let begun = 0;
  const begin = async (): Promise<StreamableHTTPServerTransport> => {
    begun += 1;
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    await legacyServer(world).connect(transport);
    return transport;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known === undefined && id !== undefined) response.writeHead(404).end('Session not found');
    else await (known ?? (await begin())).handleRequest(request, response);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const transport of sessions.values()) await transport.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  });
  const { port } = server.address() as AddressInfo; // `as`: it listens on a port
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    world,
    begun: () => begun,
    forget: () => {
      for (const transport of sessions.values()) void transport.close();
      sessions.clear();
    },
  };
}
