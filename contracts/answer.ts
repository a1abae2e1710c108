import Type, { type Static } from 'typebox';
import { Outcome } from './outcome.ts';

/** What the caller gets, on every transport. `intent` and `context` are null where the request named none that could be read. */
export const Answer = Type.Object(
  {
    intent: Type.Union([
      Type.Object({ type: Type.String(), sub_type: Type.Optional(Type.String()) }, { additionalProperties: false }),
      Type.Null(),
    ]),
    context: Type.Union([
      Type.Object(
        {
          id: Type.String(),
          next_id: Type.Optional(Type.String({ description: "The next step's id, where this one was valid." })),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    outcome: Outcome,
    replayed: Type.Optional(
      Type.Literal(true, {
        description: 'The answer to an earlier request with the same nonce: nothing was done for this one.',
      }),
    ),
    trace_id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'W3C trace id; also in the header X-Trace-Id.' }),
  },
  { additionalProperties: false, title: 'Answer' },
);
export type Answer = Static<typeof Answer>;
