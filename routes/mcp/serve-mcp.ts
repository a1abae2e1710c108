import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NOBODY } from '../../src/core/principal.ts';
import { header } from '../hail.ts';
import type { JsonBody } from '../json-bodies.ts';
import { createServer } from './create-server.ts';
import type { McpOptions } from './mcp-options.ts';
import { wrapHail } from './read-hail.ts';
import { sendResponse } from './send-response.ts';

/** What takes messages of the Model Context Protocol that came over HTTP. */
export interface McpHttp {
  serve(request: FastifyRequest, reply: FastifyReply, body: JsonBody | undefined): Promise<FastifyReply>;
  close(): Promise<void>;
}

/** Over HTTP, both eras: each request stands alone. */
export function openMcpHttp(options: McpOptions): McpHttp {
  const handler = createMcpHandler(createServer(options));
  return {
    serve: async (request, reply, body) => {
      const { arrivedAtMs, principal = NOBODY } = request;
      const authInfo = wrapHail({
        bodyBytes: body?.bytes ?? 0,
        arrivedAtMs,
        traceparent: header(request, 'traceparent'),
        principal,
      });
      const gone = new AbortController();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort(); // to abort what has ended would cost each answer several errors
      });
      const asked = new Request(`http://${request.host}${request.url}`, {
        method: 'POST',
        headers: readHeaders(request),
        signal: gone.signal,
      });
      return sendResponse(reply, await handler.fetch(asked, { parsedBody: body?.json, authInfo }));
    },
    close: () => handler.close(),
  };
}

function readHeaders({ raw: { rawHeaders } }: FastifyRequest): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
