import Type, { type TObject } from 'typebox';
import type { IntentDeclaration, McpIntent, McpOffers } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { ListedOffers } from './read-offers.ts';

export type OfferMethod = Exclude<McpIntent['method'], 'tools/call'>;

interface OfferIntent {
  readonly title: string;
  readonly description: string;
  readonly payload: TObject;
  readonly result: TObject;
}

const Text = Type.String({ minLength: 1, maxLength: 2048 });
const loose = { additionalProperties: true };

const OFFER_METHODS: readonly OfferMethod[] = ['resources/read', 'prompts/get', 'completion/complete'];

/** What a client must be able to do to take part. */
const OFFER_ACTIONS: Readonly<Record<OfferMethod, readonly string[]>> = {
  'resources/read': ['read_resource'],
  'prompts/get': ['get_prompt'],
  'completion/complete': ['complete'],
};

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

/** What a server offers beside its tools: what clients are told of it, and the intents by which it is had. */
export interface CompiledOffers {
  readonly mcp: McpOffers;
  readonly intents: ReadonlyMap<string, CompiledOffer>;
}

/** One of the intents `<target>.resources/read`, `<target>.prompts/get`, `<target>.completion/complete`. */
export interface CompiledOffer {
  readonly declaration: IntentDeclaration;
  readonly method: OfferMethod;
  /** The server's own names of its prompts, by those that are told. */
  readonly prompts: ReadonlyMap<string, string>;
}

/** Prompts are named as tools are: with the prefix. URIs stay as they are, whoever is asked for them. */
export function compileOffers(target: string, prefix: string, listed: ListedOffers): CompiledOffers {
  const { resources, resourceTemplates = [], prompts, completes, instructions } = listed;
  const ours = (prompts ?? []).map((prompt) => ({ ...prompt, name: `${prefix}${String(prompt.name)}` }));
  const names = new Map(ours.map(({ name }) => [name, name.slice(prefix.length)]));
  const uri = textOr(resources?.[0]?.uri, 'file:///example');
  const name = textOr(ours[0]?.name, 'example');
  const examples: Readonly<Record<OfferMethod, JsonObject | undefined>> = {
    'resources/read': resources && { uri },
    'prompts/get': prompts && { name },
    'completion/complete': completes
      ? { ref: { type: 'ref/prompt', name }, argument: { name: 'example', value: '' } }
      : undefined,
  };
  const intents = OFFER_METHODS.flatMap((method) => {
    const payload = examples[method];
    return payload === undefined ? [] : [{ declaration: declare(target, method, payload), method, prompts: names }];
  });
  const keyOf = (wanted: OfferMethod): string | undefined =>
    intents.find(({ method }) => method === wanted)?.declaration.key;
  return {
    intents: new Map(intents.map((offer) => [offer.declaration.key, offer])),
    mcp: {
      resources: resources ?? [],
      resourceTemplates,
      prompts: ours,
      readResource: keyOf('resources/read'),
      getPrompt: keyOf('prompts/get'),
      complete: keyOf('completion/complete'),
      instructions,
    },
  };
}

function declare(target: string, method: OfferMethod, payload: JsonObject): IntentDeclaration {
  return {
    key: `${target}.${method}`,
    ...OFFER_INTENTS[method],
    effect: 'read',
    actions: OFFER_ACTIONS[method],
    requires: [],
    example: { payload, resources: [] },
    mcp: { method },
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
