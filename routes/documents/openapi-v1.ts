import type { JsonObject } from '../../contracts/json.ts';
import { V1Answer, V1Request } from '../../contracts/v1.ts';
import type { CompiledAction, V1Actions } from '../../src/core/v1/compile-actions.ts';
import { refTo } from './contract-schemas.ts';
import { toJson } from './example-request.ts';

/** What the old action style adds to the OpenAPI document, where its door is open. */
export interface V1Documents {
  readonly paths: JsonObject;
  readonly schemas: JsonObject;
}

export function openApiV1(actions: V1Actions): V1Documents {
  const schemas = { V1Answer: toJson(V1Answer), V1Request: toJson(V1Request) };
  const answer = (description: string): JsonObject => ({
    description,
    headers: {
      'X-Trace-Id': { $ref: '#/components/headers/TraceId' },
      'X-MCP-Resource-Status': { $ref: '#/components/headers/ResourceStatus' },
    },
    content: jsonContent(refTo('V1Answer')),
  });
  const post: JsonObject = {
    operationId: 'actV1',
    tags: ['intents'],
    summary: 'Send one action of the old style',
    description:
      'For clients that cannot send a request yet: the action becomes one, and goes the same way. ' +
      '`success` is true only where the contract was met; `error.effect` says what was done otherwise.',
    requestBody: { required: true, content: jsonContent(refTo('V1Request'), examplesOf(actions)) },
    responses: {
      '200': answer('`success`, or something was done and `error` says what.'),
      default: answer('A failure, under the same status as at `/mcp/v2`.'),
    },
  };
  return { paths: { '/mcp/v1': { post } }, schemas };
}

function examplesOf(actions: V1Actions): JsonObject {
  return Object.fromEntries(
    [...actions.values()].flatMap((action) => {
      const example = exampleOf(action);
      return example === undefined ? [] : [[action.name, example]];
    }),
  );
}

/** Of the example of its intent; undefined where no target offers that. */
function exampleOf({ name, mapping, args, intent }: CompiledAction): JsonObject | undefined {
  if (intent === undefined) return undefined;
  const { title, example } = intent.declaration;
  const selector =
    example.resources.find(({ type }) => type === mapping.resource?.type)?.identifier ??
    (mapping.selector_as === undefined ? undefined : example.payload[mapping.selector_as]);
  const names = new Map([...args].map(([arg, property]) => [property, arg]));
  const given = Object.entries(example.payload).filter(([property]) => property !== mapping.selector_as);
  return {
    summary: title,
    value: {
      session_id: 'user_123',
      action: name,
      ...(selector !== undefined && { selector }),
      args: Object.fromEntries(given.map(([property, value]) => [names.get(property) ?? property, value])),
    },
  };
}

function jsonContent(schema: JsonObject, examples?: JsonObject): JsonObject {
  const media: JsonObject = examples === undefined ? { schema } : { schema, examples };
  return { 'application/vnd.mcp.v1+json': media, 'application/json': media };
}
