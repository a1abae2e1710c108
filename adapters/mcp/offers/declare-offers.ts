import Type, { type TObject } from 'typebox';
import type { IntentDeclaration, McpIntent, McpOffers } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { OfferLists } from './offer-lists.ts';

/** The action that a caller of the v2 envelope declares. */
export type OfferMethod = Exclude<McpIntent['method'], 'tools/call'>;

interface OfferIntent {
  readonly title: string;
  readonly description: string;
  readonly payload: TObject;
  readonly result: TObject;
}

const Text = Type.String({ minLength: 1, maxLength: 2048 });
const loose = { additionalProperties: true };

const OFFER_INTENTS: Readonly<Record<OfferMethod, OfferIntent>> = {
  'resources/read': {
    title: 'Read a resource of this server',
    description: 'What is behind a URI that the server lists, or that a template of it makes.',
    payload: Type.Object({ uri: Text }, { additionalProperties: false }),
    result: Type.Object({ contents: Type.Array(Type.Object({}, loose)) }, loose),
  },
  'prompts/get': {
    title: 'Get a prompt of this server',
    description: 'The messages of a prompt that the server lists, with its arguments filled in.',
    payload: Type.Object(
      { name: Text, arguments: Type.Optional(Type.Record(Type.String(), Type.String())) },
      { additionalProperties: false },
    ),
    result: Type.Object({ messages: Type.Array(Type.Object({}, loose)) }, loose),
  },
  'completion/complete': {
    title: 'Complete an argument',
    description: 'What an argument of a prompt, or a variable of a resource template, may be, as far as it is written.',
    payload: Type.Object(
      {
        ref: Type.Union([
          Type.Object({ type: Type.Literal('ref/prompt'), name: Text, title: Type.Optional(Type.String()) }),
          Type.Object({ type: Type.Literal('ref/resource'), uri: Text }),
        ]),
        argument: Type.Object({ name: Text, value: Type.String({ maxLength: 2048 }) }),
        context: Type.Optional(
          Type.Object({ arguments: Type.Optional(Type.Record(Type.String(), Type.String())) }, loose),
        ),
      },
      { additionalProperties: false },
    ),
    result: Type.Object({ completion: Type.Object({ values: Type.Array(Type.String()) }, loose) }, loose),
  },
};

/** The intents by which what a server offers beside its tools is had: `<target>.resources/read` and so on. */
export function declareOffers(target: string, lists: OfferLists, actions: readonly string[]): IntentDeclaration[] {
  const { resources, prompts, completes } = lists;
  const uri = resources?.[0]?.uri;
  const prompt = prompts?.[0]?.name;
  const name = typeof prompt === 'string' ? prompt : 'name';
  return [
    ...(resources === undefined
      ? []
      : [declare(target, 'resources/read', { uri: typeof uri === 'string' ? uri : 'file:///example' }, actions)]),
    ...(prompts === undefined ? [] : [declare(target, 'prompts/get', { name }, actions)]),
    ...(completes
      ? [
          declare(
            target,
            'completion/complete',
            { ref: { type: 'ref/prompt', name }, argument: { name: 'argument', value: '' } },
            actions,
          ),
        ]
      : []),
  ];
}

function declare(
  target: string,
  method: OfferMethod,
  payload: JsonObject,
  actions: readonly string[],
): IntentDeclaration {
  return {
    key: offerKey(target, method),
    ...OFFER_INTENTS[method],
    effect: 'read',
    actions,
    requires: [],
    example: { payload, resources: [] },
    mcp: { method },
  };
}

function offerKey(target: string, method: OfferMethod): string {
  return `${target}.${method}`;
}

/** The lists as they are told on, and where to ask for what is in them. Prompts have names of ours, as tools do. */
export function toMcpOffers(target: string, lists: OfferLists, nameOf: (theirs: string) => string): McpOffers {
  const { resources, resourceTemplates = [], prompts, completes, instructions } = lists;
  return {
    resources: resources ?? [],
    resourceTemplates,
    prompts: (prompts ?? []).map((prompt) => ({ ...prompt, name: nameOf(String(prompt.name)) })),
    ...(resources !== undefined && { readResource: offerKey(target, 'resources/read') }),
    ...(prompts !== undefined && { getPrompt: offerKey(target, 'prompts/get') }),
    ...(completes && { complete: offerKey(target, 'completion/complete') }),
    ...(instructions !== undefined && { instructions }),
  };
}
