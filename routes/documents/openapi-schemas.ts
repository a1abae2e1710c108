import type { Catalogue } from '../../contracts/adapter.ts';
import { Answer } from '../../contracts/answer.ts';
import { ClientCapabilities } from '../../contracts/capabilities.ts';
import { Explanation } from '../../contracts/explanation.ts';
import { OutcomeError, Problem } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { MintAnswer, MintRequest } from '../../contracts/minting.ts';
import { Effect, Outcome, Verification } from '../../contracts/outcome.ts';
import { PollEnd, PollPending } from '../../contracts/polling.ts';
import { Progress } from '../../contracts/progress.ts';
import { ContextClaim, Intent, WaybillRequest } from '../../contracts/request.ts';
import { Resource } from '../../contracts/resource.ts';
import { contractSchemas } from './contract-schemas.ts';

const CONTRACTS = {
  Answer,
  ClientCapabilities,
  Context: ContextClaim,
  Effect,
  Envelope: WaybillRequest,
  Error: OutcomeError,
  Explanation,
  Intent,
  MintAnswer,
  MintRequest,
  Outcome,
  PollEnd,
  PollPending,
  Problem,
  Progress,
  Resource,
  Verification,
};

const Health: JsonObject = {
  title: 'Health',
  type: 'object',
  properties: {
    status: { enum: ['healthy', 'degraded', 'unhealthy'] },
    detail: { type: 'string' },
    targets: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Health' } },
  },
  required: ['status'],
};

const EventStream: JsonObject = {
  title: 'Event stream',
  type: 'string',
  contentMediaType: 'text/event-stream',
  description:
    'Any number of events `progress`, whose data is a `Progress`, then one event `outcome`, whose data is the `Answer`, and ' +
    'the end. Comments keep the connection alive. A reader that is too slow loses progress, never the outcome.',
  examples: [
    'event: progress\ndata: {"fraction":0.5,"message":"step 1 of 2"}\n\nevent: outcome\ndata: {"intent":…}\n\n',
  ],
};

const JsonRpcError: JsonObject = {
  title: 'JSON-RPC error',
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer' },
        message: { type: 'string' },
        data: { type: 'object', properties: { hint: { type: 'string' }, trace_id: { type: 'string' } } },
      },
      required: ['code', 'message'],
    },
  },
  required: ['jsonrpc', 'id', 'error'],
};

/** `components.schemas` of the OpenAPI document. */
export function openApiSchemas(catalogue: Catalogue): JsonObject {
  return { ...contractSchemas(CONTRACTS, catalogue), EventStream, JsonRpcError, Health };
}
