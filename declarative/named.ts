import Type, { type TSchema } from 'typebox';

/** A mapping of names of one's own. One that does not fit `pattern` is refused: what stands under it would be read by nobody's rules. */
export function Named<Member extends TSchema>(pattern: string, member: Member, about: object) {
  return Type.Record(Type.String({ pattern }), member, { additionalProperties: false, ...about });
}
