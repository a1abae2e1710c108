import Type from 'typebox';
import { Milliseconds, Whole } from './whole-numbers.ts';

/** Ids carry the minute in which they were minted: with a shorter life they could be born expired. */
const LEAST_AGE_MS = 60_000;
const MOST_AGE_MS = 86_400_000;

/** Without a default of its own: a domain that says nothing has the age of `context.max_age_ms`. */
const DomainContext = Type.Object(
  {
    max_age_ms: Type.Optional(
      Type.Integer({
        minimum: LEAST_AGE_MS,
        maximum: MOST_AGE_MS,
        description: 'How old the ids of this domain may be (milliseconds)',
      }),
    ),
  },
  { additionalProperties: false },
);

export const ContextConfig = Type.Object(
  {
    max_age_ms: Milliseconds(
      LEAST_AGE_MS,
      MOST_AGE_MS,
      300_000,
      'How old a context id may be, from the start of the minute in which it was minted',
    ),
    clock_skew_ms: Milliseconds(0, 3_600_000, 30_000, 'How far in the future a context id may lie'),
    hash_digits: Whole(16, 64, 16, 'Hex digits of the hash in a context id.'),
    legacy_ids: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also accept ids with 6 hash digits or an 8-digit UTC date as timestamp.',
      }),
    ),
    domains: Type.Optional(Type.Record(Type.String(), DomainContext)),
  },
  { additionalProperties: false },
);
