import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../../contracts/failure.ts';
import { NOBODY } from '../../src/core/principal.ts';
import { readHail } from '../hail.ts';
import type { JsonBody } from '../json-bodies.ts';
import { refuseMcpMessage } from '../refuse-mcp.ts';
import type { ServedOver } from '../served.ts';
import { createServer } from './create-server.ts';
import type { McpOptions } from './mcp-options.ts';
import { wrapHail } from './read-hail.ts';
import { type HttpHail, methodOf, readHttpHail } from './read-http-hail.ts';
import { noteRefused } from './refusals.ts';
import { isStream, sendResponse } from './send-response.ts';
import { openSubscriptions } from './subscriptions/open-subscriptions.ts';
import { answerPlainCalls, isPlainTool, type PlainAnswer } from './tools/answer-plain-call.ts';
import { readPlainCall } from './tools/plain-call.ts';
import { watchedRequest } from './watched-request.ts';

const LISTEN = 'subscriptions/listen';

/** What takes messages of the Model Context Protocol that came over HTTP. */
export interface McpHttp {
  serve(request: FastifyRequest, reply: FastifyReply, body: JsonBody): Promise<FastifyReply>;
  /** Ends the streams of those who listen for changes. Calls go on, and are served as ever. */
  endSubscriptions(): Promise<void>;
}

/** Over HTTP, both eras: each request stands alone. */
export function openMcpHttp(options: McpOptions & ServedOver): McpHttp {
  const { served } = options;
  const factory = createServer(options);
  const handler = createMcpHandler(factory);
  const subscriptions = openSubscriptions(served, factory);
  const answerPlain = answerPlainCalls(options);
  return {
    serve: async (request, reply, body) => {
      const http = readHttpHail(options, request, body.json);
      const listens = methodOf(body.json) === LISTEN;
      if (listens && !served.ready()) return refuseMcpMessage(served.core(), request, reply, closing());
      reply.raw.once('close', http.answered);
      const hail = { bodyBytes: body.bytes, arrivedAtMs: request.arrivedAtMs, principal: request.principal ?? NOBODY };
      const authInfo = wrapHail({ ...hail, traceparent: undefined, http });
      reply.header('x-trace-id', http.trace.traceId);
      const plain = readPlainCall(request.headers, body.json);
      if (plain !== undefined && isPlainTool(served.core(), plain.message.params.name)) {
        const answer = await answerPlain(plain, authInfo);
        http.trace.end({ status: 'fulfilled', failure: undefined, intent: plain.message.method });
        return sendPlain(reply, answer);
      }
      const gone = new AbortController();
      const asked = asWebRequest(request, reply, gone);
      const response = await (listens
        ? subscriptions.listen(request, reply, asked, gone, body.json)
        : handler.fetch(asked, { parsedBody: body.json, authInfo }));
      return sendAnswer(request, reply, response, http, body.json);
    },
    endSubscriptions: subscriptions.close,
  };

  function sendAnswer(
    request: FastifyRequest,
    reply: FastifyReply,
    response: Response,
    http: HttpHail,
    json: unknown,
  ): Promise<FastifyReply> {
    if (response.status >= 400 && response.body !== null) return sendRefused(request, reply, response, http);
    if (methodOf(json) === LISTEN || !isStream(response)) {
      http.trace.end({ status: 'fulfilled', failure: undefined, intent: methodOf(json) });
    }
    return sendResponse(reply, response);
  }

  async function sendRefused(request: FastifyRequest, reply: FastifyReply, response: Response, { trace }: HttpHail) {
    const told = await response.json();
    if (!trace.hasEnded) noteRefused(served.core(), { ...readHail(request), trace }, response.status, told);
    return reply.code(response.status).header('cache-control', 'no-store').send(told);
  }
}

function sendPlain(reply: FastifyReply, { status, text }: PlainAnswer): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(text);
}

/** Aborted once nobody waits for the answer. */
function asWebRequest(request: FastifyRequest, reply: FastifyReply, gone: AbortController): Request {
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(); // to abort what has ended would cost each answer several errors
  });
  const headers = new Headers();
  const { rawHeaders } = request.raw;
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return watchedRequest(`http://${request.host}${request.url}`, headers, gone.signal);
}

function closing(): Failure {
  return failure('overloaded', 'This process is ending and opens no more streams', { hint: 'Listen again.' });
}
