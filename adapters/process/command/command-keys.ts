import Type, { type Static } from 'typebox';

/** What a configuration says of a command, be it an act or a look. */
export const COMMAND_KEYS = {
  command: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: "The program. Left out: the target's own." }),
  ),
  arguments: Type.Optional(
    Type.Array(Type.String({ maxLength: 65_536 }), {
      default: [],
      maxItems: 256,
      description:
        'Templates, each one argument. A value at the start of one may not begin with a hyphen, but for behind an argument "--".',
    }),
  ),
  stdin: Type.Optional(Type.Unknown({ description: 'A JSON template: written to the standard input.' })),
  tcl: Type.Optional(
    Type.Object(
      {
        script: Type.String({
          minLength: 1,
          maxLength: 262_144,
          description: 'A template: a script in which each value is one word.',
        }),
        from: Type.Optional(
          Type.Enum(['stdin', 'file'], {
            default: 'stdin',
            description: 'file: a temporary one, whose path an argument names by `{{ tcl_file }}`.',
          }),
        ),
      },
      { additionalProperties: false, description: 'A Tcl script to run, in place of `stdin`.' },
    ),
  ),
  output: Type.Optional(
    Type.Enum(['json', 'lines', 'text'], {
      default: 'text',
      description: 'What the standard output is read as: `response.stdout`.',
    }),
  ),
};

const CommandSection = Type.Object(COMMAND_KEYS);
export type CommandSection = Static<typeof CommandSection>;
