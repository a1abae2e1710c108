import Type from 'typebox';

/** A whole number that may be left out. */
export const Whole = (minimum: number, maximum: number, byDefault: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, default: byDefault, description }));

export const Milliseconds = (minimum: number, maximum: number, byDefault: number, description: string) =>
  Whole(minimum, maximum, byDefault, `${description} (milliseconds)`);
