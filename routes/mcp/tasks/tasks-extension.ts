import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server';
import type { McpContext } from '../mcp-context.ts';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What clients and servers that know tasks declare, the former with each request. */
export const TASKS_CAPABILITIES = { extensions: { [TASKS_EXTENSION]: {} } };

export function declaresTasks({ mcpReq }: McpContext): boolean {
  // `as`: the SDK's types hide what the envelope holds; capabilities were read by the protocol's schema
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/** Throws what the protocol answers to a client that does not declare tasks. */
export function demandTasks(context: McpContext): void {
  if (!declaresTasks(context)) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: TASKS_CAPABILITIES });
  }
}
