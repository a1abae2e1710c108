import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../src/core/answered.ts';
import type { Arrival } from '../src/core/arrival.ts';
import { lose } from '../src/core/refuse.ts';
import { routeRequest } from '../src/core/route-request.ts';
import { EventStream, event } from './event-stream.ts';
import { renderPlain } from './render-answer.ts';
import type { ServedOver } from './served.ts';

const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** Answers with server-sent events. What is answered before anything was streamed is one event under its own status. */
export async function streamAnswer(
  { served, connections }: ServedOver,
  request: FastifyRequest,
  reply: FastifyReply,
  arrival: Arrival,
): Promise<FastifyReply> {
  const core = served.core();
  const trace = core.openTrace(arrival.traceparent);
  // nginx holds back what it proxies until a buffer is full, unless it is told not to.
  reply.header('x-accel-buffering', 'no');
  const stream = new EventStream((body) => {
    if (arrival.caller.left !== undefined) {
      body.destroy(); // what may have effects runs on: there is nobody to tell
      return;
    }
    reply.header('content-type', EVENT_STREAM).header('x-trace-id', trace.traceId).header('cache-control', 'no-store');
    reply.send(body);
  });
  const onProgress = stream.progress.bind(stream);
  const traced = { ...arrival, transport: 'sse', trace, onProgress };
  const { socket } = request.raw;
  const finish = (answered: Answered): FastifyReply => {
    // The reply, not nothing: as long as its head has not gone out, Fastify would take nothing for an empty answer.
    if (stream.end(answered.text) || reply.sent) return reply;
    const { http, headers } = renderPlain(request, answered);
    reply.code(http).headers({ ...headers, 'content-type': EVENT_STREAM });
    return reply.send(event('outcome', answered.text));
  };
  connections.awaits(socket, arrival.caller, () => void finish(lose(core, traced)));
  const answered = await routeRequest(core, traced);
  connections.answered(socket, arrival.caller);
  return finish(answered);
}
