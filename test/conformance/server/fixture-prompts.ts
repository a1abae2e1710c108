import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  type PromptMessage,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { askFor } from './asking-tools.ts';
import { redPixel } from './media.ts';

export interface FixturePrompt {
  readonly listed: Prompt;
  get(given: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

export function fixturePrompts(): readonly FixturePrompt[] {
  const image = { type: 'image' as const, data: redPixel(), mimeType: 'image/png' };
  return [
    {
      listed: { name: 'test_simple_prompt', description: 'One message.' },
      get: () => messages(said('This is a simple prompt for testing.')),
    },
    {
      listed: {
        name: 'test_prompt_with_arguments',
        description: 'One message, with two arguments in it.',
        arguments: [
          { name: 'arg1', required: true },
          { name: 'arg2', required: true },
        ],
      },
      get: ({ arg1, arg2 }) => messages(said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
    },
    {
      listed: {
        name: 'test_prompt_with_embedded_resource',
        description: 'A resource, and a message about it.',
        arguments: [{ name: 'resourceUri', required: true }],
      },
      get: ({ resourceUri = '' }) => {
        const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
        return messages({ type: 'resource', resource }, said('Please process the embedded resource above.'));
      },
    },
    {
      listed: { name: 'test_prompt_with_image', description: 'A picture, and a message about it.' },
      get: () => messages(image, said('Please analyze the image above.')),
    },
    {
      listed: { name: 'test_input_required_result_prompt', description: 'Asks what it should be about.' },
      get: (_given, { mcpReq }) => {
        const { context } = acceptedContent(mcpReq.inputResponses, 'user_context') ?? {};
        if (typeof context === 'string') return messages(said(`About ${context}`));
        const ask = askFor('What context should the prompt use?', { context: { type: 'string' } });
        return inputRequired({ inputRequests: { user_context: ask } });
      },
    },
  ];
}

function said(what: string): PromptMessage['content'] {
  return { type: 'text', text: what };
}

function messages(...contents: PromptMessage['content'][]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) };
}
