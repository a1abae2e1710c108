import Type, { type Static } from 'typebox';
import { ClientCapabilities } from './capabilities.ts';
import { OutcomeError } from './failure.ts';
import { Effect } from './outcome.ts';

/** As long as a business key, which it becomes, may be. */
const SessionId = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Becomes the business key; nothing is stored under it.',
  examples: ['user_123'],
});

const Selector = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'What the action is about: a selector, or an address for navigate.',
  examples: ['#login-btn'],
});

/**
 * What old clients say of themselves varies, and they can't be changed: members that are not known have no effect, and
 * are let through.
 */
export const V1Client = Type.Partial(
  Type.Pick(ClientCapabilities, [
    'browser',
    'version',
    'os',
    'arch',
    'execution_context',
    'max_payload_size',
    'preferred_encoding',
  ]),
  {
    additionalProperties: true,
    title: 'V1 client',
    description: 'Parts of the client capabilities that differ from what is assumed of an old client.',
  },
);
export type V1Client = Static<typeof V1Client>;

/** One action of the old style, for clients that can't send a request yet. */
export const V1Request = Type.Object(
  {
    session_id: SessionId,
    action: Type.String({ minLength: 1, examples: ['click'] }),
    selector: Type.Optional(Selector),
    target: Type.Optional(Type.String({ ...Selector, description: 'Another name for `selector`.' })),
    args: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The data of the action.' })),
    client: Type.Optional(V1Client),
  },
  { additionalProperties: false, title: 'V1 request' },
);
export type V1Request = Static<typeof V1Request>;

/** A failure as v1 clients see it: the same as everywhere, and what had been done by then. */
const V1Error = Type.Object(
  { ...OutcomeError.properties, effect: Effect },
  { additionalProperties: false, title: 'V1 error' },
);

export const V1Answer = Type.Object(
  {
    success: Type.Boolean({
      description: 'True: the action was done as asked. False: read `error.effect` before any retry.',
    }),
    data: Type.Unknown({ description: "By the intent's own result schema; null where there is none." }),
    data_omitted: Type.Optional(
      Type.Object(
        { bytes: Type.Integer(), max_bytes: Type.Integer() },
        { additionalProperties: false, description: 'The data was larger than the client can take, and left out.' },
      ),
    ),
    error: Type.Optional(V1Error),
    receipt: Type.Optional(
      Type.String({
        description:
          'A signed receipt of what was done, where the service gives them. Its outcome digest is that of the v2 outcome.',
      }),
    ),
    trace_id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'W3C trace id; also in the header X-Trace-Id.' }),
  },
  { additionalProperties: false, title: 'V1 answer' },
);
export type V1Answer = Static<typeof V1Answer>;
