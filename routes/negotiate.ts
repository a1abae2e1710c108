import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../contracts/failure.ts';
import { refuse } from '../src/core/refuse.ts';
import { header, readHail } from './hail.ts';
import { hasMcpHeader } from './mcp-door.ts';
import { namesStream } from './prefers-stream.ts';
import { sendRefusal } from './send-answered.ts';
import type { Served } from './served.ts';

const LONG_POLLING = { endpoint: '/mcp/polling', protocol: 'http-long-polling' };

/** `GET /mcp`: tells a client how to connect. `userAgents` are parts of a User-Agent that WebSockets are not for. */
export function negotiate(served: Served, userAgents: readonly string[]) {
  const polling = userAgents.map((part) => part.toLowerCase());
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (wantsContextProtocol(request)) return refuseStream(served, request, reply);
    const userAgent = header(request, 'user-agent')?.toLowerCase() ?? '';
    const answer = polling.some((part) => userAgent.includes(part)) ? LONG_POLLING : webSocketAt(request);
    return reply.header('vary', 'User-Agent').header('cache-control', 'no-store').send(answer);
  };
}

/**
 * In full, as most WebSocket clients take nothing less. Behind a gateway that ends TLS only `X-Forwarded-Proto` says that
 * the client came by `https`. Anyone can send it, and harms nobody but itself: the answer is kept by no cache.
 */
function webSocketAt(request: FastifyRequest): typeof LONG_POLLING {
  const [proto = ''] = header(request, 'x-forwarded-proto')?.toLowerCase().split(',') ?? [];
  const scheme = proto.trim() === 'https' ? 'wss' : 'ws';
  return { endpoint: `${scheme}://${request.host}/mcp`, protocol: 'websocket' };
}

/** Clients of the Model Context Protocol ask with GET for a stream that its present version knows no more. */
function wantsContextProtocol(request: FastifyRequest): boolean {
  return namesStream(request.headers.accept ?? '') || hasMcpHeader(request);
}

function refuseStream(served: Served, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = failure(
    'method_not_allowed',
    'GET /mcp opens no event stream; the Model Context Protocol takes POST',
    {
      hint: 'Without Accept: text/event-stream and without Mcp-* headers, GET /mcp says where to connect.',
      details: { allowed: ['POST'] },
    },
  );
  reply.header('allow', 'POST').header('vary', 'User-Agent');
  return sendRefusal(request, reply, refuse(served.core(), readHail(request), refusal));
}
