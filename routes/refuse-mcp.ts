import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../contracts/failure.ts';
import type { Core } from '../src/core/core.ts';
import { isRecord } from '../src/core/is-record.ts';
import { refuse } from '../src/core/refuse.ts';
import { readHail } from './hail.ts';

/** The codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** An id is sent back with the answer: not by the megabyte. */
const MOST_ID_UNITS = 256;

/** What is wrong with a body that a client of the Model Context Protocol sent; undefined where it is one message. */
export function checkMcpMessage(json: unknown): Failure | undefined {
  if (!isRecord(json) || typeof json.method !== 'string') return notOneMessage();
  return !('id' in json) || isId(json.id) ? undefined : unusableId();
}

/** Answers in the form of JSON-RPC what was not handed on to the server of the protocol. Logged and counted as any refusal. */
export function refuseMcpMessage(
  core: Core,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Failure = notOneMessage(),
): FastifyReply {
  const { http, answer } = refuse(core, readHail(request), refusal);
  const { message, hint } = refusal;
  const isUnread = refusal.kind === 'invalid_request' && request.body === undefined;
  const error = {
    code: isUnread ? PARSE_ERROR : INVALID_REQUEST,
    message,
    data: { ...(hint !== undefined && { hint }), trace_id: answer.trace_id },
  };
  reply.code(http).header('x-trace-id', answer.trace_id).header('cache-control', 'no-store');
  return reply.type('application/json').send({ jsonrpc: '2.0', id: null, error });
}

function notOneMessage(): Failure {
  return failure('invalid_request', 'The body is not one JSON-RPC request or notification', {
    hint: 'v2 requests go to POST /mcp/v2, without the member jsonrpc and without Mcp- headers.',
  });
}

function unusableId(): Failure {
  return failure(
    'invalid_request',
    `The id of a JSON-RPC request must be a safe integer or a string of at most ${MOST_ID_UNITS} characters`,
    { field: 'id' },
  );
}

function isId(id: unknown): boolean {
  return typeof id === 'string' ? id.length <= MOST_ID_UNITS : Number.isSafeInteger(id);
}
