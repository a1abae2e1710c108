import Type, { type Static } from 'typebox';
import { Whole } from './whole-numbers.ts';

export const NONCE_STORES = ['off', 'memory', 'redis'] as const;

/** How single use is kept. Without defaults of its own where they depend on other sections. */
export const NonceConfig = Type.Object(
  {
    store: Type.Optional(
      Type.Enum(NONCE_STORES, {
        description: 'Where used nonces are remembered; left out: memory with one replica, off with more.',
      }),
    ),
    url: Type.Optional(
      Type.String({ description: 'Of the Redis: redis://:password@10.0.0.7:6379/0, or rediss:// for TLS.' }),
    ),
    ttl_ms: Type.Optional(
      Type.Integer({
        minimum: 60_000,
        maximum: 604_800_000,
        description:
          'How long a nonce is remembered after its action; left out: 600000, or the longest life of a context id where that is longer (milliseconds)',
      }),
    ),
    answer_bytes: Whole(0, 1_048_576, 16_384, 'Larger answers are not kept for those who send the same again.'),
  },
  { additionalProperties: false },
);
export type NonceConfig = Static<typeof NonceConfig>;

export const RouteNonce = Type.Enum(['optional', 'required'] as const, {
  default: 'optional',
  description: 'Whether requests on this route must be single-use.',
});
