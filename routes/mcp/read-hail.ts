import { type AuthInfo, SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import type { Hail } from '../../src/core/arrival.ts';
import { Caller } from '../../src/core/caller.ts';
import { ANONYMOUS } from '../../src/core/principal.ts';
import type { McpContext } from './mcp-context.ts';
import type { McpHail } from './mcp-options.ts';

export const MCP_TRANSPORT = 'mcp';

/** The SDK hands this through and looks at none of it: who calls was found out before. */
export function wrapHail(hail: McpHail): AuthInfo {
  return { token: '', clientId: hail.principal.id, scopes: [], extra: { hail } };
}

export function unwrapHail(authInfo: AuthInfo | undefined): McpHail | undefined {
  return authInfo?.extra?.hail as McpHail | undefined; // `as`: `wrapHail` put it there
}

/** Who sent a message. Over stdio it is whoever started this process. The trace in a message outdoes that of its HTTP request. */
export function readHail(context: McpContext): Hail {
  const hail = hailOf(context);
  const { traceparent } = context.mcpReq._meta ?? {};
  return {
    transport: MCP_TRANSPORT,
    arrivedAtMs: hail?.arrivedAtMs ?? performance.now(),
    traceparent: typeof traceparent === 'string' ? traceparent : hail?.traceparent,
    principal: hail?.principal ?? ANONYMOUS,
    ...(hail?.http !== undefined && { trace: hail.http.trace }),
  };
}

export function hailOf({ http }: McpContext): McpHail | undefined {
  return unwrapHail(http?.authInfo);
}

/** Of the message as it came. Over stdio it is written once more to be measured. */
export function sizeOf(context: McpContext, message: object): number {
  return hailOf(context)?.bodyBytes ?? Buffer.byteLength(JSON.stringify(message));
}

/** The caller of a message: over HTTP it leaves by its connection, over stdio it may say that it waits no longer. */
export function callerOf(context: McpContext): Caller {
  const { http } = hailOf(context) ?? {};
  if (http !== undefined) return http.caller;
  const caller = new Caller();
  const { signal } = context.mcpReq;
  const leave = (): void => {
    const { reason } = signal;
    const isGone = reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed;
    caller.leave(isGone ? 'gone' : 'cancelled');
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return caller;
}
