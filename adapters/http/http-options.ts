import Type, { type Static } from 'typebox';
import { ErrorRules } from '../../declarative/error-rules.ts';
import { INTENT_KEY_PATTERN, INTENT_KEYS } from '../../declarative/intent-keys.ts';
import { Named } from '../../declarative/named.ts';
import { ANSWER_KEYS } from '../../declarative/read-answer.ts';
import { RESOURCE_TYPE_KEYS, RESOURCE_TYPE_PATTERN } from '../../declarative/resource-type-keys.ts';
import { STATE_KEYS } from '../../declarative/state-reader.ts';
import { AuthSection } from './auth/auth-section.ts';
import { REQUEST_KEYS, URL_KEY } from './request-keys.ts';

const closed = { additionalProperties: false };
const Expression = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 4000, description }));

const Poll = Type.Object(
  {
    ...REQUEST_KEYS,
    ...URL_KEY,
    every_ms: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 600_000,
        default: 1000,
        description: 'How long to wait before each look (ms); a longer Retry-After of the upstream is kept to.',
      }),
    ),
    until: Type.String({ minLength: 1, maxLength: 4000, description: 'CEL: true once the operation has ended.' }),
    progress: Type.Optional(
      Type.Object(
        {
          fraction: Expression('CEL: a number from 0 to 1.'),
          message: Expression('A template.'),
          data: Type.Optional(Type.Unknown({ description: 'A JSON template.' })),
        },
        { ...closed, description: 'What is told of each look that finds the operation still running.' },
      ),
    ),
    errors: ErrorRules,
    cancel: Type.Optional(
      Type.Object(
        { ...REQUEST_KEYS, ...URL_KEY },
        {
          ...closed,
          description: 'The request that ends the operation when it is cancelled or its deadline has passed.',
        },
      ),
    ),
  },
  { ...closed, description: 'For what the upstream does not end within one answer: how it is looked after.' },
);
export type PollSection = Static<typeof Poll>;

const IntentOptions = Type.Object(
  {
    ...INTENT_KEYS,
    ...REQUEST_KEYS,
    effect: Type.Optional(
      Type.Enum(['read', 'idempotent', 'unsafe'] as const, {
        description: 'What repeating it does. Left out: by its method (GET, HEAD: read; PUT, DELETE: idempotent).',
      }),
    ),
    success: Expression('CEL: which answers are good ones. Left out: those with a status of 200 to 299.'),
    ...ANSWER_KEYS,
    if_match: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The resource type whose ETag, as its probe saw it, is sent as `If-Match` whatever its address.',
      }),
    ),
    poll: Type.Optional(Poll),
  },
  closed,
);
export type IntentOptions = Static<typeof IntentOptions>;

const ResourceTypeOptions = Type.Object(
  {
    ...RESOURCE_TYPE_KEYS,
    ...STATE_KEYS,
    ...REQUEST_KEYS,
    ...URL_KEY,
    no_answer: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9_]{1,64}$',
        description: 'The state where no answer comes. Left out: that is a failure.',
      }),
    ),
  },
  closed,
);
export type ResourceTypeOptions = Static<typeof ResourceTypeOptions>;

/** What a configuration says of a target of kind `http`. */
export const HttpOptions = Type.Object(
  {
    base_url: Type.String({
      pattern: '^https?://',
      maxLength: 2000,
      description: 'Where the upstream is: `https://scanner.example/api`. All paths are behind it.',
    }),
    auth: Type.Optional(AuthSection),
    headers: Type.Optional(
      Type.Record(Type.String({ minLength: 1 }), Type.String(), {
        description: 'Sent with every request, as they are.',
      }),
    ),
    max_response_bytes: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 268_435_456,
        default: 1_048_576,
        description: 'How large an answer may be; a larger one is cut off and is `adapter_misbehaved`.',
      }),
    ),
    max_redirects: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        default: 0,
        description:
          'How many redirects of a GET or HEAD are followed. With 0, and of other methods, a redirect is an answer.',
      }),
    ),
    health: Type.Optional(
      Type.Object(
        {
          path: Type.String({ pattern: '^/', maxLength: 4000, description: 'What is asked for with GET.' }),
          healthy: Expression(
            'CEL: whether the answer is that of a healthy upstream. Left out: its status is below 500.',
          ),
        },
        { ...closed, description: 'How `/readyz` asks for its health. Left out: whether a connection can be made.' },
      ),
    ),
    intents: Type.Optional(Named(INTENT_KEY_PATTERN, IntentOptions, { default: {} })),
    resource_types: Type.Optional(Named(RESOURCE_TYPE_PATTERN, ResourceTypeOptions, { default: {} })),
  },
  closed,
);
export type HttpOptions = Static<typeof HttpOptions>;
