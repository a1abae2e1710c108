import Type, { type Static } from 'typebox';
import { Answer } from './answer.ts';
import { Progress } from './progress.ts';
import { WaybillRequest } from './request.ts';

/** What a client calls one of its requests by, on one WebSocket. */
export const FrameId = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 128 }),
    Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  ],
  {
    title: 'FrameId',
    description: 'A string of 1 to 128 characters, or an integer; of no other request under way on the connection.',
    examples: ['login-1', 1],
  },
);
export type FrameId = Static<typeof FrameId>;

const Traceparent = Type.Optional(
  Type.String({ maxLength: 512, description: "The caller's W3C trace context, as in the HTTP header." }),
);

/** A request as a WebSocket client sends it. */
export const RequestFrame = Type.Object(
  { id: FrameId, request: WaybillRequest, traceparent: Traceparent },
  { additionalProperties: false, title: 'RequestFrame' },
);

/** The same with the request left unread: that is checked on its way, as on every transport. */
export const UnreadRequestFrame = Type.Object(
  { id: FrameId, request: Type.Unknown({ description: 'A request of the v2 contract.' }), traceparent: Traceparent },
  { additionalProperties: false },
);
export type UnreadRequestFrame = Static<typeof UnreadRequestFrame>;

/** Asks for a request under way to be stopped. It still gets its one outcome. */
export const CancelFrame = Type.Object(
  { id: FrameId, event: Type.Enum(['cancel'] as const) },
  { additionalProperties: false, title: 'CancelFrame' },
);
export type CancelFrame = Static<typeof CancelFrame>;

export const ProgressFrame = Type.Object(
  { id: FrameId, event: Type.Enum(['progress'] as const), progress: Progress },
  { additionalProperties: false, title: 'ProgressFrame' },
);

/** The last word on a request. Without `id`: on a frame that could not be told to belong to a request of its own. */
export const OutcomeFrame = Type.Object(
  { id: Type.Optional(FrameId), event: Type.Enum(['outcome'] as const), answer: Answer },
  { additionalProperties: false, title: 'OutcomeFrame' },
);
