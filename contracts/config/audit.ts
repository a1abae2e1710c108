import Type from 'typebox';

/** The `audit` section: where each act is written down. */
export const AuditConfig = Type.Object(
  {
    to: Type.String({
      pattern: '^(stdout|.*/.*)$',
      description: '`stdout`, or a file as a path with a / in it (./audit.log), from where the service is started.',
    }),
  },
  { additionalProperties: false, description: 'One JSON line for each act; left out: none.' },
);
