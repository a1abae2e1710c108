import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../contracts/json.ts';
import type { McpConnection, McpContext } from '../mcp-context.ts';
import { hailOf } from '../read-hail.ts';

/**
 * What the client of a message can be asked for: as the message says, in the era of 2026; before that as its connection was opened
 * with, of which nothing is known where each HTTP request stands alone.
 */
export function clientCapabilities({ mcpReq }: McpContext, server: McpConnection): JsonObject {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  return declared as JsonObject; // `as`: the SDK read it out of JSON, by the protocol's schema
}

/** Whether a client can be asked in an answer (2026); if not, it has to be asked while it waits for one. */
export function isAskedByAnswers({ mcpReq }: McpContext): boolean {
  return mcpReq.envelope !== undefined;
}

/** Whether a client can be asked while it waits for an answer: over a connection of 2025, which carries requests both ways. */
export function canBePushed(context: McpContext): boolean {
  return !isAskedByAnswers(context) && hailOf(context)?.http === undefined;
}
