import type { IntentDeclaration } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { isRecord } from '../is-record.ts';
import { WAYBILL_ARGUMENT, WaybillArgument } from './waybill-argument.ts';

/** An intent as `tools/list` tells it: a `Tool` of MCP, as plain JSON. A tool of another server keeps what that says of it. */
export function describeTool(name: string, declaration: IntentDeclaration): JsonObject {
  const { mcp, title, description, effect, requires } = declaration;
  const theirs = mcp?.method === 'tools/call' ? mcp.tool : {};
  const { outputSchema: _notOfOurResult, ...told } = theirs;
  return plain({
    ...told,
    name,
    title: told.title ?? title,
    description: told.description ?? description,
    inputSchema: withWaybill(isRecord(told.inputSchema) ? told.inputSchema : declaration.payload, requires),
    annotations: told.annotations ?? {
      readOnlyHint: effect === 'read',
      idempotentHint: effect !== 'unsafe',
      destructiveHint: effect === 'unsafe',
    },
  });
}

/** The payload's schema and the one argument more. Where resources are needed they are asked for by name. */
function withWaybill(payload: object, requires: readonly string[]): object {
  const { properties, required } = payload as { readonly properties?: unknown; readonly required?: unknown }; // `as`: any keyword
  const needs = requires.length > 0;
  const waybill = needs ? { ...WaybillArgument, required: ['resources'] } : WaybillArgument;
  return {
    ...payload,
    type: 'object',
    properties: { ...(isRecord(properties) ? properties : {}), [WAYBILL_ARGUMENT]: waybill },
    ...(needs && { required: [...(Array.isArray(required) ? required : []), WAYBILL_ARGUMENT] }),
  };
}

/** Without what only schemas of code have. */
function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
