import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../src/core/is-record.ts';
import type { Trace } from '../../src/core/trace.ts';
import { header } from '../hail.ts';
import type { ServedOver } from '../served.ts';
import type { McpHttpHail } from './mcp-options.ts';

/** With a trace that knows whether it was ended: that of what goes down the way of a request is. */
export interface HttpHail extends McpHttpHail {
  readonly trace: Trace & { readonly hasEnded: boolean };
}

/** What is known of the HTTP request of a message, its trace opened. */
export function readHttpHail({ served, connections }: ServedOver, request: FastifyRequest, json: unknown): HttpHail {
  const { socket } = request.raw;
  const caller = connections.enter(socket);
  return {
    trace: endedOnce(served.core().openTrace(traceparentOf(json) ?? header(request, 'traceparent'))),
    query: request.url.split('?')[1] ?? '',
    idempotencyKey: header(request, 'idempotency-key'),
    calls: calledName(json),
    caller,
    awaits: (giveUp: () => void) => connections.awaits(socket, caller, giveUp),
    answered: () => connections.answered(socket, caller),
  };
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

export function methodOf(json: unknown): string {
  return isRecord(json) && typeof json.method === 'string' ? json.method : '';
}

function calledName(json: unknown): string | undefined {
  const { name } = isRecord(json) && json.method === 'tools/call' && isRecord(json.params) ? json.params : {};
  return typeof name === 'string' ? name : undefined;
}

/** The trace that a message names outdoes that of its HTTP request. */
function traceparentOf(json: unknown): string | undefined {
  const params = isRecord(json) && isRecord(json.params) ? json.params : {};
  const { traceparent } = isRecord(params._meta) ? params._meta : {};
  return typeof traceparent === 'string' ? traceparent : undefined;
}
