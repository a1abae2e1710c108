import Type from 'typebox';
import type { Acted, AdapterKind, Call, IntentDeclaration } from '../../contracts/adapter.ts';
import { inputRequired, undeclaredCapabilities } from '../../contracts/asking.ts';

/** The target that tests configure: `targets: [ASKER_TARGET]`. */
export const ASKER_TARGET = { name: 'asker', kind: 'asker', options: {} };

const ASK_NAME = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'What is your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
} as const;

const ASK_MODEL = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'What now?' } }], maxTokens: 10 },
} as const;

const order = Type.Object(
  {
    item: Type.String({ title: 'Item', description: 'What is bought.', maxLength: 40 }),
    count: Type.Integer({ minimum: 1, maximum: 9 }),
    colour: Type.Enum(['red', 'green'] as const),
    note: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** An adapter that needs something of its caller, and remembers what it did. */
export function createAsker(): { readonly kinds: ReadonlyMap<string, AdapterKind>; readonly acts: Call[] } {
  const acts: Call[] = [];
  const kind: AdapterKind<object> = {
    kind: 'asker',
    options: Type.Object({}),
    open: async () => ({
      intents: [
        declare('asker.order', order),
        declare('asker.greet', Type.Object({ title: Type.Optional(Type.String()) })),
        declare('asker.think', Type.Object({})),
        declare('asker.lack', Type.Object({})),
        declare('asker.twice', Type.Object({ item: Type.String() })),
        declare('asker.log_in', Type.Object({ who: Type.String(), phrase: Type.String({ format: 'password' }) })),
      ],
      resourceTypes: [],
      probe: () => ({ state: 'there' }),
      execute: (call) => {
        acts.push(call);
        return execute(call);
      },
      health: () => ({ status: 'healthy' }),
      close: async () => {},
    }),
  };
  return { kinds: new Map([['asker', kind]]), acts };
}

function declare(key: string, payload: IntentDeclaration['payload']): IntentDeclaration {
  return {
    key,
    title: `Do ${key}`,
    description: 'Needs something of its caller.',
    effect: 'unsafe',
    actions: [],
    requires: [],
    payload,
    result: Type.Unknown(),
    example: { payload: {}, resources: [] },
  };
}

function execute({ intentKey, asking, payload }: Call): Acted {
  switch (intentKey) {
    case 'asker.greet':
      return greet(asking?.responses?.user_name);
    case 'asker.think':
      return {
        effect: 'none',
        ...(asking?.responses?.thought === undefined
          ? { failure: inputRequired({ thought: ASK_MODEL }) }
          : { result: 1 }),
      };
    case 'asker.lack':
      return { effect: 'none', failure: undeclaredCapabilities({ sampling: {} }) };
    case 'asker.twice':
      return askTwice(payload.item, asking);
    default:
      return { effect: 'applied', result: payload };
  }
}

function greet(response: Readonly<Record<string, unknown>> | undefined): Acted {
  const content = response?.content as { readonly name?: unknown } | undefined; // `as`: only these tests say it
  if (typeof content?.name !== 'string') return { effect: 'none', failure: inputRequired({ user_name: ASK_NAME }) };
  return { effect: 'applied', result: `Hello, ${content.name}!` };
}

function askTwice(item: unknown, asking: Call['asking']): Acted {
  const step = asking?.state?.step;
  if (step === undefined) return { effect: 'none', failure: inputRequired({ first: ASK_NAME }, { step: 1 }) };
  if (step === 1) return { effect: 'none', failure: inputRequired({ second: ASK_NAME }, { step: 2 }) };
  return { effect: 'applied', result: { item: String(item), step: 2, keys: Object.keys(asking?.responses ?? {}) } };
}
