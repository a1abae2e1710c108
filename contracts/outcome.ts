import Type, { type Static } from 'typebox';
import { OutcomeError } from './failure.ts';

export const STATUSES = ['fulfilled', 'partially_fulfilled', 'rejected'] as const;
export const EFFECTS = ['none', 'applied', 'partial', 'unknown'] as const;
export const VERIFICATION_STATUSES = ['verified', 'unverified', 'contradicted', 'unknown'] as const;

export const Effect = Type.Enum(EFFECTS, { title: 'Effect', description: 'What the request changed in the world.' });
export type Effect = Static<typeof Effect>;

/** Proof of the post-condition, and everything that was observed to happen beside it. */
export const Verification = Type.Object(
  {
    status: Type.Enum(VERIFICATION_STATUSES),
    post_condition: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    side_effects: Type.Array(Type.String({ description: '`kind:detail`', examples: ['navigation_to:/dashboard'] })),
  },
  { additionalProperties: false, title: 'Verification' },
);
export type Verification = Static<typeof Verification>;

export const Outcome = Type.Object(
  {
    status: Type.Enum(STATUSES, {
      description: 'partially_fulfilled: read `verification` before any retry. rejected: nothing was done.',
    }),
    effect: Effect,
    result: Type.Optional(Type.Unknown({ description: "By the intent's own result schema." })),
    result_omitted: Type.Optional(
      Type.Object(
        { bytes: Type.Integer(), max_bytes: Type.Integer() },
        { additionalProperties: false, description: 'The result was larger than the client can take, and left out.' },
      ),
    ),
    verification: Verification,
    error: Type.Optional(OutcomeError),
    receipt: Type.Optional(
      Type.String({
        description:
          'A compact JWS (EdDSA) over what was done and this outcome, where the service gives receipts; its key is at `/.well-known/jwks.json`.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Outcome' },
);
export type Outcome = Static<typeof Outcome>;
