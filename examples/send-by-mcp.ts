import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Answer } from '../contracts/answer.ts';
import { toolNameOf } from '../src/core/tools/tool-name.ts';
import type { SendStep } from './example.ts';

/** Sends steps as a client of the Model Context Protocol does: each intent is a tool, each answer the result of a call. */
export async function sendByMcp(origin: string): Promise<{ readonly send: SendStep; close(): Promise<void> }> {
  const client = new Client(
    { name: 'waybill-example', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
  return {
    send: async (intent, { resources, payload, timeoutMs, onProgress }) => {
      const waybill = { resources, ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }) };
      const { content, structuredContent } = await client.callTool(
        { name: toolNameOf(intent) ?? intent, arguments: { ...payload, waybill } },
        { onprogress: ({ progress, total, message }) => onProgress(tell(progress, total, message)), timeout: 120_000 },
      );
      const answer = structuredContent as Answer; // `as`: Waybill's whole answer
      const { result } = answer.outcome;
      const isOfServer = typeof result === 'object' && result !== null;
      // What the server behind said stands as content of the call, not in the answer once more.
      return isOfServer ? { ...answer, outcome: { ...answer.outcome, result: { content, ...result } } } : answer;
    },
    close: () => client.close(),
  };
}

function tell(
  progress: number,
  total: number | undefined,
  message: string | undefined,
): Parameters<Parameters<SendStep>[1]['onProgress']>[0] {
  return { ...(total !== undefined && { fraction: progress / total }), ...(message !== undefined && { message }) };
}
