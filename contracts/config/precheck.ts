import Type from 'typebox';
import { Milliseconds } from './whole-numbers.ts';

export const PrecheckConfig = Type.Object(
  {
    objective_ms: Milliseconds(1, 60_000, 50, 'What one look should take; misses are counted in the metrics'),
    limit_ms: Milliseconds(1, 60_000, 1000, 'What one look may take'),
    types: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            limit_ms: Type.Integer({
              minimum: 1,
              maximum: 60_000,
              description: 'What one look at this resource type may take (milliseconds)',
            }),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);
