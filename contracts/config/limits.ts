import Type from 'typebox';
import { Milliseconds, Whole } from './whole-numbers.ts';

export const LimitsConfig = Type.Object(
  {
    body_bytes: Whole(1024, 268_435_456, 1_048_576, 'How large a request may be.'),
    connections: Whole(
      1,
      1_000_000,
      10_000,
      'How many connections may be open, WebSockets included; more are closed as they come.',
    ),
    header_bytes: Whole(4096, 1_048_576, 16_384, 'How large the head of a request may be, its path included.'),
    header_count: Whole(16, 4096, 256, 'How many headers a request may have.'),
    body_ms: Milliseconds(1000, 600_000, 30_000, 'Time in which a whole request must have arrived'),
    shutdown_ms: Milliseconds(0, 600_000, 10_000, 'Time that running requests are given at the end'),
    in_flight_per_principal: Whole(
      1,
      100_000,
      512,
      'How many requests one caller may have under way, over all its connections.',
    ),
    event_loop_delay_ms: Milliseconds(
      10,
      60_000,
      500,
      'How late the process may be before it sheds low priority; at twice this normal, at four times high',
    ),
  },
  { additionalProperties: false },
);
