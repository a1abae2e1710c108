import Type, { type Static } from 'typebox';

/** The longest that a client may ask to wait for one resource; the request's deadline caps it further. */
export const MAX_WAIT_MS = 300_000;

/** Something the action relies on, and the state it is expected in. */
export const Resource = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: 64, examples: ['dom_element'] }),
    identifier: Type.String({ minLength: 1, maxLength: 4096, examples: ['#login-btn'] }),
    state: Type.String({ minLength: 1, maxLength: 64, examples: ['visible_enabled'] }),
    wait_ms: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_WAIT_MS, description: 'How long to wait for the state; 0 looks once.' }),
    ),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false, title: 'Resource' },
);
export type Resource = Static<typeof Resource>;
