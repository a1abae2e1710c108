import Type from 'typebox';
import { Milliseconds, Whole } from './whole-numbers.ts';

export const WebSocketConfig = Type.Object(
  {
    frame_bytes: Whole(1024, 268_435_456, 1_048_576, 'How large a frame from a client may be.'),
    in_flight: Whole(1, 65_536, 256, 'How many requests may be under way on one connection.'),
    send_buffer_bytes: Whole(
      65_536,
      1_073_741_824,
      8_388_608,
      'What may wait for a client that reads slowly, before it is cut off.',
    ),
    heartbeat_ms: Milliseconds(
      1000,
      600_000,
      30_000,
      'How often a connection is pinged; one that has answered nothing by the next ping is cut off',
    ),
  },
  { additionalProperties: false },
);
