import type { ClientCapabilities } from '../../../contracts/capabilities.ts';
import type { Failure } from '../../../contracts/failure.ts';
import { CONTEXT_SCHEMA_VERSIONS, splitIntentKey, type WaybillRequest } from '../../../contracts/request.ts';
import type { ContextIds } from '../context-ids.ts';
import { invalidRequest, translateSchemaErrors } from '../problems.ts';
import type { Tool } from './tool.ts';
import type { ToolTable } from './tool-table.ts';
import type { ToolView } from './tool-views.ts';
import { WAYBILL_ARGUMENT, type WaybillArgument } from './waybill-argument.ts';

/** What a host hands to a model is read whole, images with it. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

/** By calling a tool a client says that it can take part in it. */
const MCP_CLIENT = {
  browser: 'none',
  os: 'unknown',
  arch: 'unknown',
  execution_context: 'isolated',
  supports_streaming: true,
  max_payload_size: MOST_ANSWER_BYTES,
  preferred_encoding: 'none',
  context_schema_version: CONTEXT_SCHEMA_VERSIONS[0] ?? '',
} as const satisfies Omit<ClientCapabilities, 'supported_actions'>;

/** A call of a tool as a request; `invalid_request` where its argument `waybill` is not as it should be. */
export function readToolCall(
  { checkArgument }: ToolTable,
  { domain }: ToolView,
  contexts: ContextIds,
  { intent: { declaration } }: Pick<Tool, 'intent'>,
  given: Readonly<Record<string, unknown>>,
  principal: string,
): WaybillRequest | Failure {
  const { [WAYBILL_ARGUMENT]: argument = {}, ...payload } = given;
  const errors = checkArgument(argument, true);
  if (errors !== undefined) return invalidRequest(translateSchemaErrors(errors, `/${WAYBILL_ARGUMENT}`));
  // `as`: the schema that just accepted it is the one the type is inferred from
  const { context = {}, resources = [], execution_context, mode, priority, timeout_ms } = argument as WaybillArgument;
  const { id, business_key = principal, parent_id, nonce } = context;
  return {
    client_capabilities: {
      ...MCP_CLIENT,
      supported_actions: [...declaration.actions],
      ...(execution_context !== undefined && { execution_context }),
    },
    intent: {
      ...splitIntentKey(declaration.key),
      ...(mode !== undefined && { mode }),
      ...(priority !== undefined && { priority }),
      ...(timeout_ms !== undefined && { timeout_ms }),
    },
    context: {
      id: id ?? contexts.mint(domain, { businessKey: business_key, principal }).id,
      business_key,
      ...(parent_id !== undefined && { parent_id }),
      ...(nonce !== undefined && { nonce }),
    },
    resources: [...resources],
    payload,
  };
}
