import Type from 'typebox';
import type { Acted, Adapter, AdapterKind, Call, IntentDeclaration, McpIntent } from '../../contracts/adapter.ts';
import { inputRequired } from '../../contracts/asking.ts';
import { failure } from '../../contracts/failure.ts';

/** The target that tests configure: `targets: [BEHIND_TARGET]`. */
export const BEHIND_TARGET = { name: 'behind', kind: 'behind', options: {} };

/** An adapter that stands before a server of MCP, which offers resources, prompts and completions. */
export function createBehind(): { readonly kinds: ReadonlyMap<string, AdapterKind>; readonly acts: Call[] } {
  const acts: Call[] = [];
  const kind: AdapterKind<object> = {
    kind: 'behind',
    options: Type.Object({}),
    open: async (_options, { target }): Promise<Adapter> => ({
      intents: [
        declare(`${target}.resources/read`, 'resources/read'),
        declare(`${target}.prompts/get`, 'prompts/get'),
        declare(`${target}.completion/complete`, 'completion/complete'),
      ],
      resourceTypes: [],
      mcp: {
        resources: [{ uri: 'note://first', name: 'first', mimeType: 'text/plain' }],
        resourceTemplates: [{ uriTemplate: 'note://{year}/{month}/text', name: 'of a month' }],
        prompts: [
          { name: 'summary', arguments: [{ name: 'tone' }] },
          { name: 'design_to_code', description: 'Theirs' },
          { name: 'asks' },
        ],
        readResource: `${target}.resources/read`,
        getPrompt: `${target}.prompts/get`,
        complete: `${target}.completion/complete`,
      },
      probe: () => ({ state: 'there' }),
      execute: (call) => {
        acts.push(call);
        return execute(call);
      },
      health: () => ({ status: 'healthy' }),
      close: async () => {},
    }),
  };
  return { kinds: new Map([['behind', kind]]), acts };
}

function declare(key: string, method: Exclude<McpIntent['method'], 'tools/call'>): IntentDeclaration {
  return {
    key,
    title: key,
    description: 'Of the server behind.',
    effect: 'read',
    actions: [],
    requires: [],
    payload: Type.Object({}, { additionalProperties: true }),
    result: Type.Unknown(),
    example: { payload: {}, resources: [] },
    mcp: { method },
  };
}

function execute({ intentKey, payload, asking }: Call): Acted {
  if (intentKey.endsWith('resources/read')) return read(String(payload.uri));
  if (intentKey.endsWith('completion/complete'))
    return { effect: 'none', result: { completion: { values: ['calm', 'bold'] } } };
  if (payload.name === 'asks' && asking?.responses?.why === undefined) {
    const requestedSchema = { type: 'object', properties: { why: { type: 'string' } } };
    return {
      effect: 'none',
      failure: inputRequired({
        why: { method: 'elicitation/create', params: { mode: 'form', message: 'Why?', requestedSchema } },
      }),
    };
  }
  const text = JSON.stringify({ ...payload, said: asking?.responses ?? null });
  return { effect: 'none', result: { messages: [{ role: 'user', content: { type: 'text', text } }] } };
}

function read(uri: string): Acted {
  if (uri.includes('lost'))
    return {
      effect: 'none',
      failure: failure('payload_invalid', 'The MCP server refused the request: no such note', {
        details: { protocol_error: { code: -32602, message: 'no such note' } },
      }),
    };
  return { effect: 'none', result: { contents: [{ uri, mimeType: 'text/plain', text: `the note ${uri}` }] } };
}
