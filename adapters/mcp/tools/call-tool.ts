import type { CallToolRequest, CallToolRequestOptions } from '@modelcontextprotocol/client';
import type { Acted, Call } from '../../../contracts/adapter.ts';
import type { ServerLink } from '../connections/server-link.ts';
import { concludeInput } from '../offers/conclude-input.ts';
import type { CompiledTool } from './compile-tool.ts';
import { concludeTool } from './conclude-tool.ts';

/** Calls a tool of the server, once. */
export async function callTool(link: ServerLink, tool: CompiledTool, call: Call): Promise<Acted> {
  const { effect } = tool.declaration;
  const answered = await link.ask(
    call,
    effect,
    { name: tool.name, arguments: call.payload },
    (client, params, options) => {
      // `as`: the parameters are what `ask` adds to those above; the definition was read by this client
      const asked = params as CallToolRequest['params'];
      const toolDefinition = tool.definition as unknown as NonNullable<CallToolRequestOptions['toolDefinition']>;
      return client.callTool(asked, { ...options, toolDefinition });
    },
  );
  if (!('answer' in answered)) return answered;
  const { answer } = answered;
  return answer.resultType === 'input_required' ? concludeInput(answer) : concludeTool(tool, answer, link.hideSecrets);
}
