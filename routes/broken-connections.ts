import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Failure, failure } from '../contracts/failure.ts';
import { NOBODY } from '../src/core/principal.ts';
import { refuse } from '../src/core/refuse.ts';
import type { Connections } from './connections.ts';
import { UnreadableBody } from './json-bodies.ts';
import type { Served } from './served.ts';

type ParserError = Error & { readonly code?: string };

/** Whoever sent this half is gone; a request that was being read ends by itself. */
const GONE = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

/**
 * Answers what Node's HTTP parser gave up on: a request that did not arrive in time (a slow-loris client holds a
 * connection by sending a byte now and then), or bytes that are no HTTP.
 */
export function answerBrokenConnections(served: Served, bodyMs: number, connections: Connections) {
  return (error: ParserError, socket: Socket): void => {
    // Browsers open connections in advance: one on which nothing was ever sent is no request that failed.
    if (!socket.writable || socket.bytesRead === 0 || GONE.has(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const refusal = translate(error.code, bodyMs);
    const response = connections.latestResponse(socket);
    // One that has ended may still wait for those before it on the connection: nothing may be said ahead of them.
    if (response === undefined || (response.closed && response.req.complete)) answerOn(socket, served, refusal);
    else breakOff(response, refusal);
  };
}

/** A request is under way on the connection: what is wrong with its body is its answer, what follows it never is. */
function breakOff(response: ServerResponse, refusal: Failure): void {
  const { req: request } = response;
  // Kept alive, the connection would stay for as long as the rest of the body goes on dripping in. A head that was written
  // before has promised to keep it.
  if (response.headersSent && response.shouldKeepAlive) response.once('finish', () => request.socket.end());
  response.shouldKeepAlive = false;
  if (request.complete) return;
  if (request.listenerCount('error') > 0) request.emit('error', new UnreadableBody(refusal));
  else request.socket.destroy();
}

/** Node answers an `Expect` that it does not know with an empty 417; RFC 9110 also allows to ignore it. */
export function answerExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** For the answer to be read in. A client that does not close its half would keep the connection for ever. */
const LINGER_MS = 1000;

/** Where no request came to be, the answer is written by hand. */
export function answerOn(socket: Duplex, served: Served, refusal: Failure): void {
  const hail = { transport: 'http', arrivedAtMs: performance.now(), traceparent: undefined, principal: NOBODY };
  const { text, http, answer } = refuse(served.core(), hail, refusal);
  socket.end(
    [
      `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Trace-Id: ${answer.trace_id}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function translate(code: string | undefined, bodyMs: number): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return failure('deadline_exceeded', `The request did not arrive within ${bodyMs} ms`, {
      hint: 'Nothing was done. Send the whole request at once; limits.body_ms is its time limit.',
    });
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return failure('headers_too_large', 'The head of the request is larger than limits.header_bytes allows', {
      hint: 'Send fewer or shorter headers, and a shorter path.',
    });
  }
  return failure('invalid_request', 'What was sent is not HTTP/1.1', { hint: 'Nothing was done.' });
}
