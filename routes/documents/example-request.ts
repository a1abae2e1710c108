import type { IntentDeclaration } from '../../contracts/adapter.ts';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { CONTEXT_SCHEMA_VERSIONS, splitIntentKey } from '../../contracts/request.ts';

/** An id of the right form; a live one is minted. */
export const EXAMPLE_CONTEXT_ID = 'login-flow-1779999960000-001-8a3f9b2c4d5e6f70';

/** The whole request that asks for an intent, with the payload and resources that its adapter gave as an example. */
export function exampleRequest({ key, actions, example }: IntentDeclaration): JsonObject {
  return {
    client_capabilities: {
      browser: 'none',
      os: 'linux',
      arch: 'x64',
      execution_context: 'isolated',
      supports_streaming: false,
      max_payload_size: 1_048_576,
      preferred_encoding: 'none',
      supported_actions: [...actions],
      context_schema_version: CONTEXT_SCHEMA_VERSIONS[0] ?? '',
    },
    intent: splitIntentKey(key),
    context: { id: EXAMPLE_CONTEXT_ID, parent_id: null, lifecycle: 'active', business_key: 'user_123' },
    resources: toJson(example.resources),
    payload: example.payload,
  };
}

/** A value as it looks on the wire: without undefined members and without what a schema object hides from JSON. */
export function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value));
}
