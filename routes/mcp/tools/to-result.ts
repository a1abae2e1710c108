import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Answered } from '../../../src/core/answered.ts';
import { isRecord } from '../../../src/core/is-record.ts';
import type { Tool } from '../../../src/core/tools/tool-table.ts';

/** An answer as the result of a call: the whole of it, and what a model reads. */
export function toResult({ answer }: Answered, { intent }: Tool): CallToolResult {
  const { outcome } = answer;
  const { result } = outcome;
  const isTheirs = intent.declaration.mcp !== undefined && isRecord(result) && Array.isArray(result.content);
  const content = isTheirs ? result.content : [{ type: 'text', text: JSON.stringify(outcome) }];
  const told = isTheirs ? { ...answer, outcome: { ...outcome, result: { ...result, content: undefined } } } : answer;
  // `as`: of another server the content was read by the client that called it
  return {
    content,
    structuredContent: JSON.parse(JSON.stringify(told)),
    isError: outcome.status !== 'fulfilled',
  } as CallToolResult;
}
