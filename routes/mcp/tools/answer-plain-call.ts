import {
  type AuthInfo,
  ProtocolError,
  ProtocolErrorCode,
  type RequestMetaEnvelope,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import type { Core } from '../../../src/core/core.ts';
import { guarded } from '../guarded.ts';
import type { McpContext } from '../mcp-context.ts';
import type { McpOptions } from '../mcp-options.ts';
import { serverInfo } from '../server-info.ts';
import { callTool } from './call-tool.ts';
import type { PlainCall } from './plain-call.ts';

/** As it goes out: the HTTP status and the JSON. */
export interface PlainAnswer {
  readonly status: number;
  readonly text: string;
}

/** A client of this era says with each message what it can do: nothing is known of a connection. */
const CONNECTION = { getClientCapabilities: () => undefined };

/** Answers calls that the SDK would hand on as they are, without it: the same handler, the same answers. */
export function answerPlainCalls(options: McpOptions) {
  const call = guarded(options.served, callTool(options));
  const never = new AbortController().signal; // over HTTP a caller leaves by its connection
  const meta = { [SERVER_INFO_META_KEY]: serverInfo(options) };
  return async ({ id, message, meta: _meta, envelope }: PlainCall, authInfo: AuthInfo): Promise<PlainAnswer> => {
    const context: McpContext = {
      // `as`: readPlainCall has looked at what it holds
      mcpReq: { _meta, envelope: envelope as Partial<RequestMetaEnvelope>, signal: never, ...NOTHING_MORE },
      http: { authInfo },
    };
    try {
      const result = await call(message, context, CONNECTION);
      const told = { ...result, resultType: result.resultType ?? 'complete', _meta: { ...result._meta, ...meta } };
      return { status: 200, text: JSON.stringify({ jsonrpc: '2.0', id, result: told }) };
    } catch (thrown) {
      if (!(thrown instanceof ProtocolError)) throw thrown;
      const { code, message: why, data } = thrown;
      const error = { code, message: why, ...(data !== undefined && { data }) };
      return { status: statusOf(code), text: JSON.stringify({ jsonrpc: '2.0', id, error }) };
    }
  };
}

/** A plain call asks for no progress and no log lines, repeats none that was asked, and its client is asked by its answer alone. */
const NOTHING_MORE = {
  send: () => Promise.reject(new Error('nothing is sent to the client of a plain call')),
  notify: () => Promise.resolve(),
  log: () => Promise.resolve(),
  requestState: () => undefined,
};

/** Whether calls of this tool can be plain: whoever makes them declares no tasks, and sends no headers for arguments. */
export function isPlainTool({ tools }: Core, name: string): boolean {
  const tool = tools.byName.get(name);
  if (tool === undefined || tool.hasHeaderArguments || tool.task === 'required') return false;
  return tool.intent.declaration.mcp === undefined; // what another server has said is for the SDK to check
}

function statusOf(code: number): number {
  return code === ProtocolErrorCode.MissingRequiredClientCapability ? 400 : 200;
}
