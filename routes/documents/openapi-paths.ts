import type { Catalogue } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { refTo } from './contract-schemas.ts';
import { exampleRequest } from './example-request.ts';
import { alsoAsJsonRpc, alsoAsStream } from './openapi-forms.ts';
import { openApiPolling } from './openapi-polling.ts';
import {
  failureExample,
  failureResponses,
  fulfilledExample,
  jsonContent,
  okResponse,
  PLAIN_KINDS,
} from './openapi-responses.ts';

const CAPABILITIES_HEADER: JsonObject = {
  name: 'X-Client-Capabilities',
  in: 'header',
  description: '`client_capabilities` as JSON, for a client that cannot change its body; the body wins.',
  schema: { type: 'string', contentMediaType: 'application/json' },
};
const NONCE_HEADER: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes the action single-use, as `context.nonce` does; bare or in quotes.',
  schema: { type: 'string' },
};
const TRACE_HEADER: JsonObject = {
  name: 'traceparent',
  in: 'header',
  description: "The caller's W3C trace context; its trace id comes back as `trace_id`.",
  schema: { type: 'string' },
};

export function openApiPaths(catalogue: Catalogue): JsonObject {
  return {
    '/mcp/v2': { post: act(catalogue) },
    '/mcp': { get: negotiate(), post: actOnMcp(catalogue) },
    ...openApiPolling(act(catalogue)),
    '/mcp/v2/contexts': { post: mint() },
    '/mcp/v2/explain': { post: explain(catalogue) },
    '/livez': { get: health('livez', 'Whether the process lives') },
    '/readyz': { get: health('readyz', 'Whether the service can take requests') },
    '/metrics': { get: metrics() },
    '/.well-known/jwks.json': { get: jwks() },
  };
}

function act(catalogue: Catalogue): JsonObject {
  return {
    operationId: 'act',
    tags: ['intents'],
    summary: 'Send one intent',
    description:
      'Checks the request, the context id and the resources, routes by `intent`, acts, and answers with proof. ' +
      '200 means that something was done, or that all was: read `outcome.status`. Where `Accept` names ' +
      '`text/event-stream` and `client_capabilities.supports_streaming` is true, the answer is a stream.',
    parameters: [CAPABILITIES_HEADER, NONCE_HEADER, TRACE_HEADER],
    requestBody: { required: true, content: jsonContent(refTo('Request'), requestExamples(catalogue)) },
    responses: alsoAsStream({ '200': answered(), ...failureResponses() }),
  };
}

function actOnMcp(catalogue: Catalogue): JsonObject {
  const operation = act(catalogue);
  return {
    ...operation,
    operationId: 'actOnMcp',
    summary: 'Send one intent, on the shared path',
    description:
      `${operation.description} A header whose name begins with \`Mcp-\`, or a top-level member \`jsonrpc\`, makes it a ` +
      'message of the Model Context Protocol, which this version answers with a JSON-RPC error.',
    responses: alsoAsJsonRpc(Object(operation.responses)),
  };
}

function answered(): JsonObject {
  const response = okResponse('`fulfilled` or `partially_fulfilled`.', refTo('Answer'), {
    fulfilled: { summary: 'The contract was met', value: fulfilledExample() },
    postcondition_contradicted: {
      summary: 'Done, but not as stated',
      value: failureExample('postcondition_contradicted'),
    },
  });
  const headers = {
    ...Object(response.headers),
    'X-MCP-Resource-Status': { $ref: '#/components/headers/ResourceStatus' },
  };
  return { ...response, headers };
}

function requestExamples({ intents }: Catalogue): JsonObject {
  return Object.fromEntries(
    intents.map((intent) => [intent.key, { summary: intent.title, value: exampleRequest(intent) }]),
  );
}

function mint(): JsonObject {
  const body = {
    first: { summary: 'The first step of a flow', value: { domain: 'login-flow', business_key: 'user_123' } },
  };
  return {
    operationId: 'mintContexts',
    tags: ['contexts'],
    summary: 'Mint context ids',
    description:
      'One id is enough for a whole flow: every answer to a valid context carries the next. The same call within one minute gives the same ids.',
    requestBody: { required: true, content: jsonContent(refTo('MintRequest'), body) },
    responses: {
      '200': okResponse('Ids of rising sequence.', refTo('MintAnswer')),
      ...failureResponses([...PLAIN_KINDS, 'context_malformed', 'context_hash_mismatch']),
    },
  };
}

function explain(catalogue: Catalogue): JsonObject {
  return {
    operationId: 'explain',
    tags: ['intents'],
    summary: 'Say what a request would meet, without effect',
    requestBody: { required: true, content: jsonContent(refTo('Request'), requestExamples(catalogue)) },
    responses: {
      '200': okResponse('What each step says of the request.', refTo('Explanation')),
      ...failureResponses(PLAIN_KINDS),
    },
  };
}

function negotiate(): JsonObject {
  const schema: JsonObject = {
    type: 'object',
    properties: { endpoint: { type: 'string' }, protocol: { enum: ['websocket', 'http-long-polling'] } },
    required: ['endpoint', 'protocol'],
  };
  const examples: JsonObject = {
    websocket: { value: { endpoint: 'wss://api.example/mcp', protocol: 'websocket' } },
    polling: { value: { endpoint: '/mcp/polling', protocol: 'http-long-polling' } },
  };
  return {
    operationId: 'negotiate',
    tags: ['intents'],
    summary: 'Say where and how to connect for many requests',
    description:
      'By `User-Agent`. The frames of the WebSocket are described in `/asyncapi.json`. With `Accept: text/event-stream` or an ' +
      '`Mcp-*` header it opens no stream and answers 405.',
    responses: {
      '200': { description: 'Where to connect.', content: { 'application/json': { schema, examples } } },
      ...failureResponses(['forbidden', 'method_not_allowed']),
    },
  };
}

function health(operationId: string, summary: string): JsonObject {
  const response = (description: string): JsonObject => ({
    description,
    content: { 'application/json': { schema: refTo('Health') } },
  });
  const unhealthy = operationId === 'readyz' ? { '503': response('It cannot.') } : {};
  return { operationId, tags: ['operating'], summary, responses: { '200': response('It does.'), ...unhealthy } };
}

function metrics(): JsonObject {
  return {
    operationId: 'metrics',
    tags: ['operating'],
    summary: 'Metrics in the Prometheus text format',
    responses: { '200': { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } } },
  };
}

function jwks(): JsonObject {
  const schema: JsonObject = {
    type: 'object',
    properties: { keys: { type: 'array', items: { type: 'object' } } },
    required: ['keys'],
  };
  return {
    operationId: 'receiptKeys',
    tags: ['operating'],
    summary: 'The public keys of receipts, as a JWKS (RFC 7517)',
    description: 'The key that signs, then those that did. Where the service gives no receipts it answers 404.',
    responses: {
      '200': { description: 'The keys.', content: { 'application/json': { schema } } },
      ...failureResponses(['not_found']),
    },
  };
}
