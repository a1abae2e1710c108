import type { FastifyReply, FastifyRequest } from 'fastify';
import { askOwner, ownerUnreachable } from '../exchanges/ask-owner.ts';
import { header } from '../hail.ts';
import { refusePoll } from './poll-here.ts';
import type { PollingOptions } from './polling-options.ts';

const PASSED_BACK = [
  'content-type',
  'content-encoding',
  'content-length',
  'vary',
  'location',
  'cache-control',
  'retry-after',
  'x-trace-id',
  'x-mcp-resource-status',
];

export interface Forwarded {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of the owner, out of the sealed ticket: never from anything that a client can choose. */
  readonly address: string;
  readonly token: string;
  readonly cursor: number;
  readonly waitMs: number;
}

/** Passes a poll on to the replica that runs its exchange, and its answer back as it comes. */
export async function forwardPoll(options: PollingOptions, forwarded: Forwarded): Promise<FastifyReply> {
  const { request, reply, address, token, cursor, waitMs } = forwarded;
  const { socket } = request.raw;
  const poller = options.connections.enter(socket);
  const headers = {
    prefer: `wait=${Math.ceil(waitMs / 1000)}`,
    ...passedOn(request, 'accept', 'accept-encoding', 'traceparent'),
  };
  const path = `${token}?cursor=${cursor}`;
  const answer = await askOwner({ method: request.method, address, path, headers, waitMs }, poller);
  options.connections.answered(socket, poller);
  if (poller.left !== undefined) return reply.hijack(); // nobody is there to be told
  if (answer === undefined) return refusePoll(options, request, reply, ownerUnreachable());
  reply.code(answer.statusCode ?? 500);
  for (const name of PASSED_BACK) {
    const value = answer.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.send(answer);
}

function passedOn(request: FastifyRequest, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = header(request, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
