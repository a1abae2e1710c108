import {
  type GetPromptRequest,
  type GetPromptResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ListPromptsResult,
  type ProtocolError,
  type Server,
} from '@modelcontextprotocol/server';
import { failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { mayHave } from '../../../src/core/mcp/mcp-offers.ts';
import { guarded } from '../guarded.ts';
import { degradedMeta, listHint } from '../list-hints.ts';
import type { McpContext } from '../mcp-context.ts';
import type { McpOptions } from '../mcp-options.ts';
import { pageOf } from '../page.ts';
import { readHail } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { routeBehind } from '../route-behind.ts';
import { listOwnPrompts, OWN_PROMPT_TEXTS } from './own-prompts.ts';
import type { OwnPromptText } from './prompt-text.ts';

/** Has a server answer `prompts/list` and `prompts/get`. */
export function servePrompts({ served }: McpOptions): (server: Server) => void {
  const get = guarded(served, getPrompt(served));
  return (server) => {
    server.setRequestHandler(
      'prompts/list',
      guarded(served, ({ params }, context) => {
        const core = served.core();
        const hail = readHail(context);
        const { permissions } = hail.principal;
        const theirs = [...core.mcpOffers.prompts.values()].filter((prompt) => mayHave(permissions, prompt));
        const nameOf = (prompt: JsonObject): string => String(prompt.name);
        const all = [...listOwnPrompts(), ...theirs.map(({ listed }) => listed)];
        all.sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
        const { items, ...more } = pageOf(core, hail, all, nameOf, params?.cursor);
        // `as`: ours, or read by the client of the server that it is of
        return {
          prompts: items as unknown as ListPromptsResult['prompts'],
          ...more,
          ...listHint(core, hail),
          ...degradedMeta(core, hail),
        };
      }),
    );
    server.setRequestHandler('prompts/get', (message, context) => get(message, context, server));
  };
}

function getPrompt(served: McpOptions['served']) {
  return async (
    message: GetPromptRequest,
    context: McpContext,
    server: Server,
  ): Promise<GetPromptResult | InputRequiredResult> => {
    const core = served.core();
    const hail = readHail(context);
    const { permissions } = hail.principal;
    const { name, arguments: given = {} } = message.params;
    const refuse = (text: string, hint: string): ProtocolError =>
      refusal(core, hail, failure('not_found', text, { hint }));
    const own = ownPrompt(name);
    if (own !== undefined) {
      const missing = own.arguments.filter((argument) => argument.required && given[argument.name] === undefined);
      if (missing.length > 0)
        throw refuse(
          `The prompt ${name} needs ${missing.map((argument) => argument.name)}`,
          'prompts/list tells what for.',
        );
      const text = own.write({ core, permissions, given });
      return { description: own.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    }
    const prompt = core.mcpOffers.prompts.get(name);
    if (prompt?.intentKey === undefined || !mayHave(permissions, prompt))
      throw refuse(`There is no prompt ${JSON.stringify(name.slice(0, 64))}`, 'prompts/list names all that there are.');
    const { intentKey, ownName } = prompt;
    const payload = { name: ownName, ...(Object.keys(given).length > 0 && { arguments: given }) };
    const got = await routeBehind(core, { intentKey, payload, message, context, server });
    return isInputRequiredResult(got) ? got : (got as GetPromptResult); // `as`: in MCP's shape, as the result schema demands
  };
}

function ownPrompt(name: string): OwnPromptText | undefined {
  const texts: Readonly<Record<string, OwnPromptText>> = OWN_PROMPT_TEXTS;
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
