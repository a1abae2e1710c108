import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Answer } from '../../../contracts/answer.ts';
import type { Answered } from '../../../src/core/answered.ts';
import { isRecord } from '../../../src/core/is-record.ts';
import { tellAnswer } from '../../../src/core/tools/tell-answer.ts';
import type { Tool } from '../../../src/core/tools/tool.ts';

/** An answer as the result of a call: the whole of it, and what a model reads. */
export function toResult({ text }: Answered, { name, intent }: Tool): CallToolResult {
  const answer: Answer & { readonly [key: string]: unknown } = JSON.parse(text); // within its limits, its receipt with it
  const { status, result } = answer.outcome;
  const isError = status !== 'fulfilled';
  const isTheirs = intent.declaration.mcp !== undefined && isRecord(result) && Array.isArray(result.content);
  if (!isTheirs) {
    return { content: [{ type: 'text', text: tellAnswer(name, answer) }], structuredContent: answer, isError };
  }
  // What is in the content is not sent a second time: images have megabytes.
  const { content, _meta, ...rest } = result;
  const outcome = { ...answer.outcome, result: rest };
  return {
    // `as`: of another server the content was read by the client that called it
    content: content as CallToolResult['content'],
    structuredContent: { ...answer, outcome },
    ...(isRecord(_meta) && { _meta: withoutReserved(_meta) }),
    isError,
  };
}

/** What the protocol itself says of a result it says of ours anew. */
function withoutReserved(meta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !key.startsWith('io.modelcontextprotocol/')));
}
