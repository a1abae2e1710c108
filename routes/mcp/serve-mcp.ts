import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../src/core/is-record.ts';
import { NOBODY } from '../../src/core/principal.ts';
import type { Trace } from '../../src/core/trace.ts';
import { header, readHail } from '../hail.ts';
import type { JsonBody } from '../json-bodies.ts';
import type { ServedOver } from '../served.ts';
import { createServer } from './create-server.ts';
import type { McpOptions } from './mcp-options.ts';
import { wrapHail } from './read-hail.ts';
import { noteRefused } from './refusals.ts';
import { isStream, sendResponse } from './send-response.ts';

/** What takes messages of the Model Context Protocol that came over HTTP. */
export interface McpHttp {
  serve(request: FastifyRequest, reply: FastifyReply, body: JsonBody): Promise<FastifyReply>;
}

/** Over HTTP, both eras: each request stands alone. */
export function openMcpHttp(options: McpOptions & ServedOver): McpHttp {
  const { served } = options;
  const handler = createMcpHandler(createServer(options));
  return {
    serve: async (request, reply, body) => {
      const http = readHttpHail(options, request, body.json);
      reply.raw.once('close', http.answered);
      const hail = { bodyBytes: body.bytes, arrivedAtMs: request.arrivedAtMs, principal: request.principal ?? NOBODY };
      const authInfo = wrapHail({ ...hail, traceparent: undefined, http });
      const response = await handler.fetch(asWebRequest(request, reply), { parsedBody: body.json, authInfo });
      reply.header('x-trace-id', http.trace.traceId);
      if (response.status >= 400 && response.body !== null) {
        const told = await response.json();
        if (!http.trace.hasEnded) {
          noteRefused(served.core(), { ...readHail(request), trace: http.trace }, response.status, told);
        }
        return reply.code(response.status).header('cache-control', 'no-store').send(told);
      }
      if (!isStream(response)) {
        http.trace.end({ status: 'fulfilled', failure: undefined, intent: methodOf(body.json) });
      }
      return sendResponse(reply, response);
    },
  };
}

function readHttpHail({ served, connections }: ServedOver, request: FastifyRequest, json: unknown) {
  const { socket } = request.raw;
  const caller = connections.enter(socket);
  return {
    trace: endedOnce(served.core().openTrace(traceparentOf(json) ?? header(request, 'traceparent'))),
    query: request.url.split('?')[1] ?? '',
    idempotencyKey: header(request, 'idempotency-key'),
    caller,
    awaits: (giveUp: () => void) => connections.awaits(socket, caller, giveUp),
    answered: () => connections.answered(socket, caller),
  };
}

/** Aborted once nobody waits for the answer. */
function asWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(); // to abort what has ended would cost each answer several errors
  });
  const headers = new Headers();
  const { rawHeaders } = request.raw;
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return new Request(`http://${request.host}${request.url}`, { method: 'POST', headers, signal: gone.signal });
}

/** Of what goes down the way of a request it is ended there, of anything else once there is an answer. */
function endedOnce(trace: Trace): Trace & { readonly hasEnded: boolean } {
  let hasEnded = false;
  return {
    get hasEnded() {
      return hasEnded;
    },
    traceId: trace.traceId,
    get traceparent() {
      return trace.traceparent;
    },
    end: (fields) => {
      if (!hasEnded) trace.end(fields);
      hasEnded = true;
    },
  };
}

function methodOf(json: unknown): string {
  return isRecord(json) && typeof json.method === 'string' ? json.method : '';
}

/** The trace that a message names outdoes that of its HTTP request. */
function traceparentOf(json: unknown): string | undefined {
  const params = isRecord(json) && isRecord(json.params) ? json.params : {};
  const { traceparent } = isRecord(params._meta) ? params._meta : {};
  return typeof traceparent === 'string' ? traceparent : undefined;
}
