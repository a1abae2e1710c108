import { type IncomingMessage, request as openRequest } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../../contracts/failure.ts';
import type { Caller } from '../../src/core/caller.ts';
import { header } from '../hail.ts';
import { BOOT_HEADER, INTERNAL_PATH } from './internal-polling.ts';
import { refusePoll } from './poll-here.ts';
import type { PollingOptions } from './polling-options.ts';

/** Within a cluster a connection takes milliseconds; a host that is gone never answers. */
const CONNECT_MS = 2000;
/** For the way there and back, beside the wait itself. */
const MARGIN_MS = 5000;
const RETRY_AFTER_MS = 1000;
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
  const { request, reply } = forwarded;
  const { socket } = request.raw;
  const poller = options.connections.enter(socket);
  const answer = await ask(forwarded, poller);
  options.connections.answered(socket, poller);
  if (poller.left !== undefined) return reply.hijack(); // nobody is there to be told
  if (answer === undefined) return refusePoll(options, request, reply, unreachable());
  reply.code(answer.statusCode ?? 500);
  for (const name of PASSED_BACK) {
    const value = answer.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.send(answer);
}

/** The owner's answer once its head is there; undefined where it can't be had. */
function ask(
  { request, address, token, cursor, waitMs }: Forwarded,
  poller: Caller,
): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    const outgoing = openRequest(`http://${address}${INTERNAL_PATH}/${token}?cursor=${cursor}`, {
      method: request.method,
      agent: false,
      headers: {
        prefer: `wait=${Math.ceil(waitMs / 1000)}`,
        ...passedOn(request, 'accept', 'accept-encoding', 'traceparent'),
      },
    });
    const giveUp = (): void => void outgoing.destroy();
    let timer = setTimeout(giveUp, CONNECT_MS);
    const settle = (answer: IncomingMessage | undefined): void => {
      clearTimeout(timer);
      poller.onLeave(undefined);
      resolve(answer);
    };
    outgoing.once('socket', (socket) =>
      socket.once('connect', () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, waitMs + MARGIN_MS);
      }),
    );
    outgoing.once('response', (answer) => {
      if (answer.headers[BOOT_HEADER] === undefined) return giveUp();
      answer.setTimeout(MARGIN_MS, giveUp);
      return settle(answer);
    });
    outgoing.on('error', () => settle(undefined));
    outgoing.once('close', () => settle(undefined));
    poller.onLeave(giveUp);
    outgoing.end();
  });
}

function passedOn(request: FastifyRequest, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = header(request, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function unreachable() {
  return failure('owner_unreachable', 'The replica that runs the exchange cannot be reached', {
    retryAfterMs: RETRY_AFTER_MS,
    hint: 'It may still run. Poll again, until the ticket expires.',
  });
}
