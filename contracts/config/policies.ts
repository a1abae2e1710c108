import Type, { type Static } from 'typebox';

const Condition = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 8192, description }));

export const PolicyConfig = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'What refusals and the log call it; left out: its place.',
      }),
    ),
    deny_when: Condition('CEL expression; a request of which it is true is refused with `message`.'),
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1024, description: 'What the refused caller is told.' }),
    ),
    guard_when: Condition('CEL expression; a request of which it is true must pass `guard`.'),
    guard: Type.Optional(Type.String({ minLength: 1, description: 'A name under `guards`.' })),
  },
  { additionalProperties: false },
);
export type PolicyConfig = Static<typeof PolicyConfig>;

export const PoliciesConfig = Type.Array(PolicyConfig, {
  maxItems: 1000,
  description: 'Judged in order once the caller may act; the first that refuses ends it.',
});
