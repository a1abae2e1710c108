import { FAILURE_KINDS, FAILURES, type FailureKind } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { refTo } from './contract-schemas.ts';
import { EXAMPLE_CONTEXT_ID } from './example-request.ts';
import { FAILURE_MEANINGS } from './failure-meanings.ts';

export const MEDIA_TYPES = ['application/vnd.mcp.v2+json', 'application/json'] as const;

/** What an endpoint that only reads its own body can answer. */
export const PLAIN_KINDS: readonly FailureKind[] = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'overloaded',
  'internal',
];

export const OPENAPI_HEADERS: JsonObject = {
  TraceId: { description: 'The W3C trace id, as in the body.', schema: { type: 'string', pattern: '^[0-9a-f]{32}$' } },
  ResourceStatus: {
    description: '`valid`, `invalid; reason=…` or `unchecked`: what the precheck said of the resources.',
    schema: { type: 'string' },
    example: 'invalid; reason=hidden',
  },
  RetryAfter: { description: 'Seconds to wait before the same request.', schema: { type: 'integer', minimum: 0 } },
  Location: {
    description: 'Where to poll next: the ticket, and the cursor behind the events of this answer.',
    schema: { type: 'string' },
    example: '/mcp/polling/eyJhbGciOiJkaXIi…?cursor=2',
  },
  Authenticate: { description: 'How to prove who calls.', schema: { type: 'string' } },
};

const header = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });

/** One content object for both names of the same JSON. */
export function jsonContent(schema: JsonObject, examples?: JsonObject): JsonObject {
  const media: JsonObject = examples === undefined ? { schema } : { schema, examples };
  return Object.fromEntries(MEDIA_TYPES.map((type) => [type, media]));
}

export function okResponse(description: string, schema: JsonObject, examples?: JsonObject): JsonObject {
  return { description, headers: { 'X-Trace-Id': header('TraceId') }, content: jsonContent(schema, examples) };
}

/** One response a status, with an example for each kind that has it. 200 is left to the endpoint: there, something was done. */
export function failureResponses(kinds: readonly FailureKind[] = FAILURE_KINDS): JsonObject {
  const statuses = [...new Set(kinds.map((kind) => FAILURES[kind].http))].filter((status) => status !== 200);
  return Object.fromEntries(
    statuses
      .sort((one, other) => one - other)
      .map((status) => [
        String(status),
        failureResponse(
          status,
          kinds.filter((kind) => FAILURES[kind].http === status),
        ),
      ]),
  );
}

function failureResponse(status: number, kinds: readonly FailureKind[]): JsonObject {
  const examples = Object.fromEntries(
    kinds.map((kind) => [kind, { summary: FAILURE_MEANINGS[kind], value: failureExample(kind) }]),
  );
  return {
    description: kinds.map((kind) => `\`${kind}\`: ${FAILURE_MEANINGS[kind]}`).join('\n\n'),
    headers: {
      'X-Trace-Id': header('TraceId'),
      'X-MCP-Resource-Status': header('ResourceStatus'),
      ...(status === 401 ? { 'WWW-Authenticate': header('Authenticate') } : {}),
      ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
    },
    content: jsonContent(refTo('Answer'), examples),
  };
}

export function fulfilledExample(): JsonObject {
  return {
    intent: { type: 'ui_interaction', sub_type: 'click' },
    context: { id: EXAMPLE_CONTEXT_ID, next_id: EXAMPLE_CONTEXT_ID.replace('-001-8a3f', '-002-51c7') },
    outcome: {
      status: 'fulfilled',
      effect: 'applied',
      result: { element_id: '#login-btn', click_time_ms: 24 },
      verification: {
        status: 'verified',
        post_condition: { state: 'clicked' },
        side_effects: ['navigation_to:/demo/dashboard'],
      },
    },
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  };
}

/** The answer to a request of which nothing was done; after acting, `effect` and `status` differ. */
export function failureExample(kind: FailureKind): JsonObject {
  const { retryable } = FAILURES[kind];
  const acted = kind === 'postcondition_contradicted';
  return {
    intent: { type: 'ui_interaction', sub_type: 'click' },
    context: { id: EXAMPLE_CONTEXT_ID },
    outcome: {
      status: acted ? 'partially_fulfilled' : 'rejected',
      effect: acted ? 'applied' : 'none',
      verification: { status: acted ? 'contradicted' : 'unverified', side_effects: [] },
      error: { code: kind, message: FAILURE_MEANINGS[kind], recoverable: retryable },
    },
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  };
}
