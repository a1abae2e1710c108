import type { CallToolRequest, CallToolRequestOptions } from '@modelcontextprotocol/client';
import type { Acted, Call } from '../../../contracts/adapter.ts';
import type { ServerLink } from '../connections/server-link.ts';
import { concludeInput } from '../offers/conclude-input.ts';
import type { CompiledTool } from './compile-tool.ts';
import { concludeTool } from './conclude-tool.ts';

/** Calls a tool of the server, once. */
export function callTool(link: ServerLink, tool: CompiledTool, call: Call): Promise<Acted> {
  return link.ask(call, tool.declaration.effect, {
    params: { name: tool.name, arguments: call.payload },
    send: (client, params, options) => {
      // `as`: the parameters are what `ask` adds to those above; the definition was read by this client
      const asked = params as CallToolRequest['params'];
      const toolDefinition = tool.definition as unknown as NonNullable<CallToolRequestOptions['toolDefinition']>;
      return client.callTool(asked, { ...options, toolDefinition });
    },
    conclude: (answer) => (answer.resultType === 'input_required' ? concludeInput(answer) : concludeTool(tool, answer)),
  });
}
