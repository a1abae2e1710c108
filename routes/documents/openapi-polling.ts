import type { JsonObject } from '../../contracts/json.ts';
import { refTo } from './contract-schemas.ts';
import { failureResponses, okResponse, PLAIN_KINDS } from './openapi-responses.ts';

const PREFER: JsonObject = {
  name: 'Prefer',
  in: 'header',
  description: '`wait=N`: how many seconds the answer may be held (RFC 7240), up to `polling.max_wait_ms`.',
  schema: { type: 'string' },
  example: 'wait=20',
};
const TICKET: JsonObject = {
  name: 'ticket',
  in: 'path',
  required: true,
  description: 'As the 202 gave it.',
  schema: { type: 'string' },
};
const CURSOR: JsonObject = {
  name: 'cursor',
  in: 'query',
  description: 'The `seq` of the last event that the client has; left out: from the beginning.',
  schema: { type: 'integer', minimum: 0, default: 0 },
};

/** Long polling; `act` is the operation of `/mcp/v2`, whose request it takes. */
export function openApiPolling({ parameters, requestBody }: JsonObject): JsonObject {
  const ofTicket = (operationId: string, summary: string, description: string): JsonObject => ({
    operationId,
    tags: ['polling'],
    summary,
    description,
    parameters: [TICKET, CURSOR, PREFER],
    responses: responses(['not_found', 'owner_lost', 'owner_unreachable']),
  });
  return {
    '/mcp/polling': {
      post: {
        operationId: 'startExchange',
        tags: ['polling'],
        summary: 'Start an exchange: one intent, for a client that polls',
        description:
          'The request runs on whether or not the client waits. 200 where it has ended in time, whatever came of it: read `status`.',
        parameters: [...(Array.isArray(parameters) ? parameters : []), PREFER],
        ...(requestBody !== undefined && { requestBody }),
        responses: responses([]),
      },
    },
    '/mcp/polling/{ticket}': {
      get: ofTicket(
        'pollExchange',
        'Poll an exchange',
        'Held until there is an event after the cursor, or the end. Any replica answers.',
      ),
      delete: ofTicket(
        'cancelExchange',
        'Cancel an exchange',
        'Held until the end; `answer.outcome.effect` says what had happened by then.',
      ),
    },
  };
}

function responses(kinds: Parameters<typeof failureResponses>[0] = []): JsonObject {
  const pending = okResponse('It goes on: poll at `Location`.', refTo('PollPending'));
  const headers = { ...Object(pending.headers), Location: { $ref: '#/components/headers/Location' } };
  return {
    '200': okResponse('It has ended.', refTo('PollEnd')),
    '202': { ...pending, headers },
    ...failureResponses([...PLAIN_KINDS, ...kinds]),
  };
}
