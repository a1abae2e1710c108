import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure } from '../contracts/failure.ts';
import type { Core } from '../src/core/core.ts';
import { isRecord } from '../src/core/is-record.ts';
import { refuse } from '../src/core/refuse.ts';
import { readHail } from './hail.ts';

/** The codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

/** What is no request of ours is not sent back by the megabyte. */
const MOST_ID_UNITS = 256;

/** The id of a JSON-RPC request; null where it has none that could be read. A notification has none at all. */
type JsonRpcId = string | number | null;

/** Answers a message of the Model Context Protocol in its own form: it is not served. */
export function refuseMcpMessage(
  core: Core,
  request: FastifyRequest,
  reply: FastifyReply,
  json: unknown,
): FastifyReply {
  if (!isRecord(json) || typeof json.method !== 'string') {
    return send(core, request, reply, notOneMessage(), INVALID_REQUEST, readId(json) ?? null);
  }
  if (!('id' in json)) return send(core, request, reply, notServed(), METHOD_NOT_FOUND, undefined);
  const id = readId(json);
  if (id === undefined) return send(core, request, reply, unusableId(), INVALID_REQUEST, null);
  return send(core, request, reply, notServed(), METHOD_NOT_FOUND, id);
}

/** As above, for a body that could not be read. */
export function refuseUnreadMcpMessage(
  core: Core,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Failure,
): FastifyReply {
  const code = refusal.kind === 'invalid_request' ? PARSE_ERROR : INVALID_REQUEST;
  return send(core, request, reply, refusal, code, null);
}

/** Logged and counted as any refusal. A notification is told by the HTTP status alone: JSON-RPC answers none. */
function send(
  core: Core,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Failure,
  code: number,
  id: JsonRpcId | undefined,
): FastifyReply {
  const { http, answer } = refuse(core, readHail(request), refusal);
  reply.code(http).header('x-trace-id', answer.trace_id).header('cache-control', 'no-store');
  if (id === undefined) return reply.send();
  const { message, hint } = refusal;
  const data = { ...(hint !== undefined && { hint }), trace_id: answer.trace_id };
  return reply.type('application/json').send({ jsonrpc: '2.0', id, error: { code, message, data } });
}

function notServed(): Failure {
  return failure('not_found', 'This version of Waybill does not serve the Model Context Protocol yet', {
    hint: 'Send v2 requests to POST /mcp/v2; GET /docs lists everything.',
  });
}

function notOneMessage(): Failure {
  return failure('invalid_request', 'The body is not one JSON-RPC request or notification', {
    hint: 'v2 requests go to POST /mcp/v2, without the member jsonrpc and without Mcp- headers.',
  });
}

function unusableId(): Failure {
  return failure(
    'invalid_request',
    `The id of a JSON-RPC request must be an integer or a string of at most ${MOST_ID_UNITS} characters`,
    { field: 'id' },
  );
}

function readId(json: unknown): string | number | undefined {
  const id = isRecord(json) ? json.id : undefined;
  if (typeof id === 'string') return id.length <= MOST_ID_UNITS ? id : undefined;
  return Number.isInteger(id) ? Number(id) : undefined;
}
