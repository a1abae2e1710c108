import Type, { type Static } from 'typebox';
import { INTENT_KEY_PATTERN, INTENT_KEYS } from '../../declarative/intent-keys.ts';
import { Named } from '../../declarative/named.ts';
import { ANSWER_KEYS } from '../../declarative/read-answer.ts';
import { RESOURCE_TYPE_KEYS, RESOURCE_TYPE_PATTERN } from '../../declarative/resource-type-keys.ts';
import { STATE_KEYS } from '../../declarative/state-reader.ts';
import { COMMAND_KEYS } from './command/command-keys.ts';

const ENVIRONMENT_NAME = '^[A-Za-z_][A-Za-z0-9_]{0,127}$';

const IntentOptions = Type.Object(
  {
    ...INTENT_KEYS,
    effect: Type.Enum(['read', 'idempotent', 'unsafe'], {
      description: 'What running it again does: nothing at all, nothing more, or more.',
    }),
    ...COMMAND_KEYS,
    lock: Type.Optional(
      Type.Object(
        {
          file: Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'A template: the file to lock, from the directory on.',
          }),
          create: Type.Optional(
            Type.Boolean({ default: false, description: 'Whether to make the file where it is not there.' }),
          ),
          wait_ms: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 3_600_000,
              description: "How long to wait for it at most. Left out: until shortly before the request's deadline.",
            }),
          ),
        },
        { additionalProperties: false, description: 'Held while the command runs, by one command at a time.' },
      ),
    ),
    progress: Type.Optional(
      Type.Object(
        {
          when: Type.String({ minLength: 1, description: 'CEL over `line`, true or false: which lines tell of it.' }),
          fraction: Type.Optional(Type.String({ minLength: 1, description: 'CEL that comes to 0 to 1.' })),
          message: Type.Optional(
            Type.String({ minLength: 1, maxLength: 4000, description: 'A template. Left out: the line.' }),
          ),
        },
        { additionalProperties: false, description: 'Which lines of either output tell how far it is.' },
      ),
    ),
    ...ANSWER_KEYS,
  },
  { additionalProperties: false },
);
export type IntentOptions = Static<typeof IntentOptions>;

const ResourceTypeOptions = Type.Object(
  { ...RESOURCE_TYPE_KEYS, ...COMMAND_KEYS, ...STATE_KEYS },
  { additionalProperties: false },
);
export type ResourceTypeOptions = Static<typeof ResourceTypeOptions>;

export const ProcessOptions = Type.Object(
  {
    command: Type.String({
      minLength: 1,
      maxLength: 4096,
      description:
        'The program: an absolute path, a path with a slash from the folder of the configuration on, or a name that is looked for on PATH.',
    }),
    directory: Type.String({
      minLength: 1,
      maxLength: 4096,
      description:
        'The working directory, and where the files are that requests may name. Relative: from the folder of the configuration on.',
    }),
    environment: Type.Optional(
      Named(ENVIRONMENT_NAME, Type.String({ maxLength: 32_768 }), {
        default: {},
        description: 'Environment variables of the commands.',
      }),
    ),
    pass_environment: Type.Optional(
      Type.Array(Type.String({ pattern: ENVIRONMENT_NAME, description: 'a name of letters, digits and _' }), {
        default: ['PATH'],
        maxItems: 256,
        description: "Variables of the service's own environment that commands get too. They get no other.",
      }),
    ),
    max_output_bytes: Type.Optional(
      Type.Integer({
        default: 4_194_304,
        minimum: 1,
        maximum: 268_435_456,
        description: 'A command that writes more, to both of its outputs together, is killed.',
      }),
    ),
    kill_after_ms: Type.Optional(
      Type.Integer({
        default: 500,
        minimum: 0,
        maximum: 60_000,
        description: 'What has been told to end (TERM) is killed after this long.',
      }),
    ),
    intents: Type.Optional(Named(INTENT_KEY_PATTERN, IntentOptions, { default: {} })),
    resource_types: Type.Optional(Named(RESOURCE_TYPE_PATTERN, ResourceTypeOptions, { default: {} })),
  },
  { additionalProperties: false },
);
export type ProcessOptions = Static<typeof ProcessOptions>;
