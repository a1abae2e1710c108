import { ProtocolError } from '@modelcontextprotocol/server';
import type { Served } from '../served.ts';
import type { McpContext } from './mcp-context.ts';
import { readHail } from './read-hail.ts';
import { brokenError } from './refusals.ts';

/** A handler whose bugs are told by an error id alone: the SDK would send the text of whatever is thrown. */
export function guarded<Message, More extends readonly unknown[], Result>(
  served: Served,
  handle: (message: Message, context: McpContext, ...more: More) => Result | Promise<Result>,
) {
  return async (message: Message, context: McpContext, ...more: More): Promise<Result> => {
    try {
      return await handle(message, context, ...more);
    } catch (thrown) {
      throw thrown instanceof ProtocolError ? thrown : brokenError(served.core(), readHail(context), thrown);
    }
  };
}
