import Type from 'typebox';
import { Whole } from './whole-numbers.ts';

export const ListenConfig = Type.Object(
  {
    host: Type.Optional(Type.String({ default: '127.0.0.1', description: 'Address to listen on.' })),
    port: Whole(0, 65535, 8080, '0: any free port.'),
    allow_unauthenticated_network: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Says in so many words that anyone who reaches the port may act: needed to listen beyond loopback without authentication.',
      }),
    ),
    allowed_hosts: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Host names that requests may be addressed to, ports left out; loopback names always are. Stops DNS rebinding.',
      }),
    ),
    allowed_origins: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Web origins (https://app.example) whose pages may call; none by default. Requests without Origin are not from a page.',
      }),
    ),
    internal: Type.Optional(
      Type.String({
        pattern: '^.+:\\d{1,5}$',
        description:
          'Address and port at which other replicas reach this one (10.0.0.5:8081), and nobody else: a listener of its own.',
      }),
    ),
  },
  { additionalProperties: false },
);
