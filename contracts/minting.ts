import Type, { type Static } from 'typebox';

/** The start of every context id: the business flow. Hyphens are allowed inside, as ids are read from the right. */
export const DOMAIN_PATTERN = '^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,62}[A-Za-z0-9_])?$';

/** `POST /mcp/v2/contexts`. */
export const MintRequest = Type.Object(
  {
    domain: Type.String({
      pattern: DOMAIN_PATTERN,
      description: '1 to 64 letters, digits, _, - and .; neither - nor . at its ends.',
      examples: ['login-flow'],
    }),
    business_key: Type.String({ minLength: 1, maxLength: 256, examples: ['user_123'] }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many ids, of rising sequence.' })),
    parent_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  { additionalProperties: false, title: 'Mint request' },
);
export type MintRequest = Static<typeof MintRequest>;

export const MintAnswer = Type.Object(
  {
    contexts: Type.Array(
      Type.Object(
        { id: Type.String(), expires_at: Type.String({ format: 'date-time' }) },
        { additionalProperties: false },
      ),
    ),
    trace_id: Type.String(),
  },
  { additionalProperties: false, title: 'Mint answer' },
);
export type MintAnswer = Static<typeof MintAnswer>;
