import Type, { type Static } from 'typebox';

const Schema = (description: string, byDefault: object) =>
  Type.Optional(Type.Object({}, { additionalProperties: true, default: byDefault, description }));

/** What a configuration says of an intent, whatever kind of target carries it out. */
export const INTENT_KEYS = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Left out: the key.' })),
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 4000, description: 'What it does, for callers.' })),
  actions: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$', description: 'a name of letters, digits and _.:-' }), {
      minItems: 1,
      maxItems: 16,
      description:
        "The client's supported_actions must hold each of these. Left out: what follows the last dot of the key.",
    }),
  ),
  requires: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      default: [],
      maxItems: 16,
      description: 'Resource types that a request must declare.',
    }),
  ),
  payload: Schema('JSON Schema of the payload. Left out: it must be empty.', {
    type: 'object',
    additionalProperties: false,
  }),
  result: Schema('JSON Schema of the result. Left out: any result.', {}),
  example: Type.Optional(
    Type.Object(
      {
        payload: Type.Optional(Type.Object({}, { additionalProperties: true })),
        resources: Type.Optional(
          Type.Array(
            Type.Object(
              {
                type: Type.String({ minLength: 1, maxLength: 64 }),
                identifier: Type.String({ minLength: 1, maxLength: 4096 }),
                state: Type.String({ minLength: 1, maxLength: 64 }),
              },
              { additionalProperties: false },
            ),
            { default: [] },
          ),
        ),
      },
      { additionalProperties: false, default: {}, description: 'A request that works, for the docs.' },
    ),
  ),
};

const IntentSection = Type.Object(INTENT_KEYS);
export type IntentSection = Static<typeof IntentSection>;

/** What a configuration may call an intent: a key that a request can name. */
export const INTENT_KEY_PATTERN = '^[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_./-]{1,128})?$';
