import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { Hail } from '../../src/core/arrival.ts';
import { ANONYMOUS } from '../../src/core/principal.ts';
import type { McpHail } from './mcp-options.ts';

export const MCP_TRANSPORT = 'mcp';

/** The SDK hands this through and looks at none of it: who calls was found out before. */
export function wrapHail(hail: McpHail): AuthInfo {
  return { token: '', clientId: hail.principal.id, scopes: [], extra: { hail } };
}

/** Who sent a message. Over stdio it is whoever started this process. The trace in a message outdoes that of its HTTP request. */
export function readHail(context: ServerContext): Hail {
  const hail = handedThrough(context);
  const { traceparent } = context.mcpReq._meta ?? {};
  return {
    transport: MCP_TRANSPORT,
    arrivedAtMs: hail?.arrivedAtMs ?? performance.now(),
    traceparent: typeof traceparent === 'string' ? traceparent : hail?.traceparent,
    principal: hail?.principal ?? ANONYMOUS,
  };
}

/** Of the message as it came. Over stdio it is written once more to be measured. */
export function sizeOf(context: ServerContext, message: object): number {
  return handedThrough(context)?.bodyBytes ?? Buffer.byteLength(JSON.stringify(message));
}

function handedThrough({ http }: ServerContext): McpHail | undefined {
  return http?.authInfo?.extra?.hail as McpHail | undefined; // `as`: `wrapHail` put it there
}
