import { inputRequired } from '@modelcontextprotocol/server';
import { argumentsOf, type FixtureTool, text } from './fixture-tool.ts';

type ElicitSchema = Extract<Parameters<typeof inputRequired.elicit>[0]['requestedSchema'], { type: 'object' }>;

/** Tools that ask, as clients of 2025 know it: in the middle of a call. What comes back is told as it came. */
export function pushingTools(): readonly FixtureTool[] {
  return [
    {
      name: 'test_sampling',
      description: "Asks the client's model.",
      inputSchema: argumentsOf({ prompt: { type: 'string' } }),
      call: ({ prompt }, { mcpReq }) => {
        const said = mcpReq.inputResponses?.answer;
        if (said !== undefined) return text(`LLM response: ${JSON.stringify(said)}`);
        const answer = inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }],
          maxTokens: 100,
        });
        return inputRequired({ inputRequests: { answer } });
      },
    },
    {
      name: 'test_elicitation',
      description: 'Asks the user.',
      inputSchema: argumentsOf({ message: { type: 'string' } }),
      call: ({ message }, context) =>
        elicited(context.mcpReq.inputResponses, String(message), {
          type: 'object',
          properties: { username: { type: 'string' }, email: { type: 'string' } },
          required: ['username', 'email'],
        }),
    },
    {
      name: 'test_elicitation_sep1034_defaults',
      description: 'Asks the user, with a default for each answer.',
      call: (_given, { mcpReq }) => elicited(mcpReq.inputResponses, 'Please check', defaults()),
    },
    {
      name: 'test_elicitation_sep1330_enums',
      description: 'Asks the user to choose.',
      call: (_given, { mcpReq }) => elicited(mcpReq.inputResponses, 'Please choose', choices()),
    },
  ];
}

function elicited(said: Readonly<Record<string, unknown>> | undefined, message: string, requestedSchema: ElicitSchema) {
  if (said?.answer !== undefined) return text(`Elicitation completed: ${JSON.stringify(said.answer)}`);
  return inputRequired({ inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) } });
}

function defaults(): ElicitSchema {
  return {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  };
}

function choices(): ElicitSchema {
  const options = ['option1', 'option2', 'option3'];
  const titled = [
    { const: 'value1', title: 'First' },
    { const: 'value2', title: 'Second' },
  ];
  return {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    },
  };
}
