import Type, { type Static } from 'typebox';
import { DOMAIN_PATTERN } from '../minting.ts';
import { MAX_WAIT_MS } from '../resource.ts';

const V1Action = Type.Object(
  {
    intent: Type.String({ minLength: 1, description: 'The intent key that the action becomes.' }),
    resource: Type.Optional(
      Type.Object(
        {
          type: Type.String({ minLength: 1, description: 'Resource type of the selector or target.' }),
          state: Type.String({ minLength: 1, description: 'The state it must be in.' }),
          wait_ms: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: MAX_WAIT_MS,
              description: 'How long that state is waited for; left out: not at all (milliseconds)',
            }),
          ),
        },
        { additionalProperties: false, description: 'The resource that the selector or target becomes.' },
      ),
    ),
    selector_as: Type.Optional(
      Type.String({ minLength: 1, description: 'Payload property that the selector or target becomes.' }),
    ),
    args: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        description: 'Payload property by name of the argument; arguments not named here keep their name.',
      }),
    ),
    payload: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Payload properties that the action stands for; arguments of the client win.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type V1Action = Static<typeof V1Action>;

/** The `v1` section: how actions of the old style become requests. */
export const V1Config = Type.Object(
  {
    domain: Type.Optional(
      Type.String({
        pattern: DOMAIN_PATTERN,
        default: 'v1',
        description:
          'Context domain of the requests that v1 actions become: 1 to 64 letters, digits, _, - and .; neither - nor . at its ends.',
      }),
    ),
    actions: Type.Optional(
      Type.Record(Type.String(), V1Action, { description: 'Actions beside the built-in ones, which they override.' }),
    ),
  },
  { additionalProperties: false, description: 'Opens the door for the old action style; left out, it is closed.' },
);
