import type { Catalogue, IntentDeclaration } from '../../contracts/adapter.ts';
import { Answer } from '../../contracts/answer.ts';
import { ClientCapabilities } from '../../contracts/capabilities.ts';
import { Explanation } from '../../contracts/explanation.ts';
import { OutcomeError, Problem } from '../../contracts/failure.ts';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { MintAnswer, MintRequest } from '../../contracts/minting.ts';
import { Effect, Outcome, Verification } from '../../contracts/outcome.ts';
import { PollEnd, PollPending } from '../../contracts/polling.ts';
import { Progress } from '../../contracts/progress.ts';
import { ContextClaim, Intent, splitIntentKey, WaybillRequest } from '../../contracts/request.ts';
import { Resource } from '../../contracts/resource.ts';
import { toJson } from './example-request.ts';

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

export const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** `components.schemas`: the contracts, each written once, and the payload and result of every intent on offer. */
export function openApiSchemas({ intents }: Catalogue): JsonObject {
  const names = new Map(Object.entries(CONTRACTS).map(([name, schema]) => [JSON.stringify(schema), name]));
  const contracts = Object.entries(CONTRACTS).map(([name, schema]) => [name, referMembers(toJson(schema), names)]);
  const ofIntents = intents.flatMap((intent) => [
    [payloadName(intent), toJson(intent.payload)],
    [resultName(intent), toJson(intent.result)],
  ]);
  return {
    Request: requestSchema(intents),
    ...Object.fromEntries([...contracts, ...ofIntents]),
    EventStream,
    JsonRpcError,
    Health,
  };
}

export const payloadName = ({ key }: IntentDeclaration): string => `Payload.${componentName(key)}`;
export const resultName = ({ key }: IntentDeclaration): string => `Result.${componentName(key)}`;

/** OpenAPI allows letters, digits, dot, hyphen and underscore in a component's name; an intent key may hold a slash too. */
function componentName(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9._-]/g, '_');
}

/** The envelope, with the payload bound to the schema of the intent that is named. */
function requestSchema(intents: readonly IntentDeclaration[]): JsonObject {
  const payloads = intents.map((intent): JsonObject => {
    const key = splitIntentKey(intent.key);
    const named: JsonObject = {
      properties: Object.fromEntries(Object.entries(key).map(([name, value]) => [name, { const: value }])),
      ...(key.sub_type === undefined ? { not: { required: ['sub_type'] } } : {}),
      required: Object.keys(key),
    };
    return {
      if: { properties: { intent: named }, required: ['intent'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema, in a document that is never awaited
      then: { properties: { payload: refTo(payloadName(intent)) } },
    };
  });
  return { title: 'Request', allOf: [refTo('Envelope'), ...payloads] };
}

function referMembers(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((member) => refer(member, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, refer(member, names)]));
}

/** A member that says the same as a named schema becomes a reference to it. */
function refer(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  const name = names.get(JSON.stringify(value));
  return name === undefined ? referMembers(value, names) : refTo(name);
}
