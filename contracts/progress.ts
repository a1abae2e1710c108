import Type, { type Static } from 'typebox';

/** How far a running action is. */
export const Progress = Type.Object(
  {
    fraction: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    message: Type.Optional(Type.String()),
    data: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false, title: 'Progress' },
);
export type Progress = Static<typeof Progress>;
