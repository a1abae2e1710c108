import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../../src/core/answered.ts';
import type { Reading } from '../../src/core/exchanges/exchange.ts';
import { mediaType } from '../render-answer.ts';
import { sendAnswered } from '../send-answered.ts';

export const POLLING_PATH = '/mcp/polling';

/** 200: the last events and the answer, with the HTTP status that it has elsewhere. */
export function sendEnd(request: FastifyRequest, reply: FastifyReply, reading: Reading, end: Answered) {
  const text = `{${eventsOf(reading)},"answer":${end.text},"status":${end.http}}`;
  return sendAnswered(request, reply, { ...end, text, http: 200 }) ?? reply;
}

export interface Pending {
  readonly ticket: string;
  readonly traceId: string;
  readonly retryAfterMs: number;
}

/** 202: the events so far, and where to poll for the next. */
export function sendPending(request: FastifyRequest, reply: FastifyReply, reading: Reading, pending: Pending) {
  const { ticket, traceId, retryAfterMs } = pending;
  reply.code(202);
  reply.header('location', `${POLLING_PATH}/${ticket}?cursor=${reading.cursor}`);
  reply.header('content-type', mediaType(request));
  reply.header('x-trace-id', traceId);
  reply.header('cache-control', 'no-store');
  return reply.send(
    `{"ticket":"${ticket}",${eventsOf(reading)},"retry_after_ms":${retryAfterMs},"trace_id":"${traceId}"}`,
  );
}

function eventsOf({ cursor, events, missed }: Reading): string {
  return `"cursor":${cursor},"events":[${events.join(',')}]${missed > 0 ? `,"missed":${missed}` : ''}`;
}
