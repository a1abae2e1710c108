import Type from 'typebox';
import { Milliseconds, Whole } from './whole-numbers.ts';

export const PollingConfig = Type.Object(
  {
    user_agents: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        default: ['ThsDesktop'],
        description: 'Parts of a User-Agent by which GET /mcp sends a client to long polling; case does not matter.',
      }),
    ),
    max_wait_ms: Milliseconds(0, 300_000, 30_000, 'The longest that a poll is held, whatever it prefers'),
    running: Whole(1, 100_000, 1000, 'How many exchanges may be under way.'),
    kept: Whole(1, 100_000, 1000, 'How many finished exchanges are kept; the oldest go first.'),
    keep_ms: Milliseconds(1000, 86_400_000, 300_000, 'How long a finished exchange is kept'),
  },
  { additionalProperties: false },
);
