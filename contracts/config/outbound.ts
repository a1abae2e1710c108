import Type from 'typebox';

export const OutboundConfig = Type.Object(
  {
    allow: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description:
          'Private addresses that the service may connect to beside the public internet: ranges (10.1.2.0/24), addresses, or host names whose addresses do not matter.',
      }),
    ),
  },
  { additionalProperties: false },
);
