import type { Socket } from 'node:net';
import { type Failure, failure } from '../contracts/failure.ts';
import { refuse } from '../src/core/refuse.ts';
import type { Served } from './served.ts';

/**
 * Answers what Node's HTTP parser gave up on, where no request came to be: a request that did not arrive in time (a
 * slow-loris client holds a connection by sending a byte now and then), or bytes that are no HTTP.
 */
export function answerBrokenConnections(served: Served, bodyMs: number): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const hail = { transport: 'http', arrivedAtMs: performance.now(), traceparent: undefined };
    const { text, http, answer } = refuse(served.core(), hail, translate(error.code, bodyMs));
    socket.end(
      [
        `HTTP/1.1 ${http} ${http === 504 ? 'Gateway Timeout' : 'Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        `X-Trace-Id: ${answer.trace_id}`,
        'Cache-Control: no-store',
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    );
  };
}

function translate(code: string | undefined, bodyMs: number): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return failure('deadline_exceeded', `The request did not arrive within ${bodyMs} ms`, {
      hint: 'Nothing was done. Send the whole request at once; limits.body_ms is its time limit.',
    });
  }
  if (code === 'HPE_HEADER_OVERFLOW') return failure('invalid_request', 'The headers are too large', { hint: 'Send fewer or shorter headers.' });
  return failure('invalid_request', 'What was sent is not HTTP/1.1', { hint: 'Nothing was done.' });
}
