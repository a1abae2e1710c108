import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type FixtureTool, text } from './fixture-tool.ts';

/** Signs what a tool wants back from its client, and undoes it: the SDK's codec, whose key is the server's. */
export interface StateCodec {
  mint(state: unknown): Promise<string>;
}

/** Tools that need something from whoever calls them, by requests that a client answers when it calls again. */
export function askingTools(states: StateCodec): readonly FixtureTool[] {
  return [
    {
      name: 'test_input_required_result_elicitation',
      description: 'Asks for a name, and greets.',
      call: (_given, { mcpReq }) => {
        const name = acceptedContent(mcpReq.inputResponses, 'user_name')?.name;
        return typeof name === 'string'
          ? text(`Hello, ${name}!`)
          : inputRequired({ inputRequests: { user_name: askName() } });
      },
    },
    {
      name: 'test_input_required_result_sampling',
      description: "Asks the client's model for the capital of France.",
      call: (_given, { mcpReq }) => {
        const said = inputResponse(mcpReq.inputResponses, 'capital_question');
        if (said.kind === 'sampling') return text(JSON.stringify(said.result.content));
        return inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } });
      },
    },
    {
      name: 'test_input_required_result_list_roots',
      description: "Asks for the client's roots.",
      call: (_given, { mcpReq }) => {
        const said = inputResponse(mcpReq.inputResponses, 'client_roots');
        if (said.kind === 'roots') return text(said.roots.map(({ uri }) => uri).join(' '));
        return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
      },
    },
    {
      name: 'test_input_required_result_request_state',
      description: 'Asks for a confirmation, and wants its own state back with it.',
      call: confirmed(states, 'state-ok'),
    },
    {
      name: 'test_input_required_result_tampered_state',
      description: 'Asks for a confirmation, and takes no state that was changed.',
      call: confirmed(states, 'untouched'),
    },
    {
      name: 'test_input_required_result_multiple_inputs',
      description: 'Asks for a name, a greeting and the roots at once.',
      call: async (_given, { mcpReq: { inputResponses } }) => {
        const name = acceptedContent(inputResponses, 'user_name')?.name;
        const greeting = inputResponse(inputResponses, 'greeting');
        const roots = inputResponse(inputResponses, 'client_roots');
        if (typeof name === 'string' && greeting.kind === 'sampling' && roots.kind === 'roots')
          return text(`${JSON.stringify(greeting.result.content)} ${name}, ${roots.roots.length} roots`);
        return inputRequired({
          inputRequests: {
            user_name: askName(),
            greeting: askModel('Generate a greeting'),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await states.mint({ asked: 3 }),
        });
      },
    },
    {
      name: 'test_input_required_result_multi_round',
      description: 'Asks twice, and keeps the first answer in its state.',
      call: (_given, context) => inRounds(states, context),
    },
    {
      name: 'test_input_required_result_capabilities',
      description: 'Asks in the way that the client declares.',
      call: (_given, { mcpReq }) => {
        const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
        // `as`: the SDK has read it by the protocol's schema
        const { elicitation, sampling } = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
        const requests: Record<string, InputRequest> = {
          ...(elicitation !== undefined && { user_name: askName() }),
          ...(sampling !== undefined && { greeting: askModel('Generate a greeting') }),
        };
        return Object.keys(requests).length === 0
          ? text('There is nobody to ask')
          : inputRequired({ inputRequests: requests });
      },
    },
    {
      name: 'test_missing_capability',
      description: "Can do nothing without the client's model.",
      call: () => inputRequired({ inputRequests: { thought: askModel('What now?') } }),
    },
    {
      name: 'test_streaming_elicitation',
      description: 'Asks for a name.',
      call: () => inputRequired({ inputRequests: { user_name: askName() } }),
    },
  ];
}

export function askName(message = 'What is your name?'): InputRequest {
  return askFor(message, { name: { type: 'string' } });
}

export function askFor(message: string, properties: Parameters<typeof form>[0]): InputRequest {
  return inputRequired.elicit({ message, requestedSchema: form(properties) });
}

type FormField = { readonly type: 'string' } | { readonly type: 'boolean' };

function form(properties: Record<string, FormField>) {
  return { type: 'object' as const, properties, required: Object.keys(properties) };
}

function askModel(question: string): InputRequest {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  });
}

function confirmed(states: StateCodec, said: string): FixtureTool['call'] {
  return async (_given, { mcpReq }) => {
    const { ok } = acceptedContent(mcpReq.inputResponses, 'confirm') ?? {};
    const state = mcpReq.requestState<{ readonly wants: string }>();
    if (ok === true && state?.wants === said) return text(said);
    return inputRequired({
      inputRequests: { confirm: askFor('Please confirm', { ok: { type: 'boolean' } }) },
      requestState: await states.mint({ wants: said }),
    });
  };
}

async function inRounds(states: StateCodec, { mcpReq }: ServerContext) {
  const { name } = acceptedContent(mcpReq.inputResponses, 'step1') ?? mcpReq.requestState<{ name?: unknown }>() ?? {};
  if (typeof name !== 'string') {
    return inputRequired({
      inputRequests: { step1: askName('Step 1: What is your name?') },
      requestState: await states.mint({}),
    });
  }
  const { color } = acceptedContent(mcpReq.inputResponses, 'step2') ?? {};
  if (typeof color === 'string') return text(`${name} likes ${color}`);
  return inputRequired({
    inputRequests: { step2: askFor('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
    requestState: await states.mint({ name }),
  });
}
