import Type, { type Static } from 'typebox';
import { Named } from '../../declarative/named.ts';

const ENVIRONMENT_NAME = '^[A-Za-z_][A-Za-z0-9_]{0,127}$';
/** A name in a header (RFC 9110 §5.6.2). */
const TOKEN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$";

/** What a program that is found by its name, such as npx, mostly needs: the same that the official SDK passes on. */
export const DEFAULT_PASSED = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
export const DEFAULT_START_MS = 60_000;
export const DEFAULT_REFRESH_MS = 300_000;
export const DEFAULT_MAX_CONNECTIONS = 16;
export const DEFAULT_IDLE_MS = 300_000;
export const DEFAULT_MAX_MESSAGE_BYTES = 16_777_216;

const Globs = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000, description }));

/** As long as Linux lets one argument or variable be. */
const MOST_WORD_UNITS = 131_072;

/** A target of kind `mcp`. */
export const McpTargetOptions = Type.Object(
  {
    command: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          'The program of a server that speaks over its standard input and output: an absolute path, a path with a slash from the folder of the configuration on, or a name that is looked for on PATH.',
      }),
    ),
    arguments: Type.Optional(
      Type.Array(Type.String({ maxLength: MOST_WORD_UNITS }), {
        maxItems: 1000,
        description: 'Arguments of the command, as they are.',
      }),
    ),
    directory: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Its working directory. Relative: from the folder of the configuration on.',
      }),
    ),
    environment: Type.Optional(
      Named(ENVIRONMENT_NAME, Type.String({ maxLength: MOST_WORD_UNITS }), {
        description: 'Its environment variables.',
      }),
    ),
    pass_environment: Type.Optional(
      Type.Array(Type.String({ pattern: ENVIRONMENT_NAME, description: 'a name of letters, digits and _' }), {
        maxItems: 256,
        description: "Variables of the service's own environment that it gets too. It gets no other.",
      }),
    ),
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/?#]+[^\\s#]*$',
        maxLength: 2000,
        description: 'The address of a server over HTTP: https://tools.example/mcp.',
      }),
    ),
    bearer: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]+$',
        description: 'A token, printable and without spaces, that each request carries: put it into the environment.',
      }),
    ),
    headers: Type.Optional(
      Named(
        TOKEN,
        Type.String({ pattern: '^[\\t\\x20-\\x7e]*$', maxLength: 8192, description: 'Printable ASCII characters.' }),
        { description: 'Headers of each request.' },
      ),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: '^([A-Za-z0-9_-]{1,40}\\.?)?$',
        description:
          "What the intent keys of the tools begin with. Left out: the target's name and a dot. Empty: the tools keep their names.",
      }),
    ),
    tools: Type.Optional(
      Type.Object(
        {
          allow: Globs('Globs of the names of the tools that are offered. Left out: all.'),
          deny: Globs('Globs of those that are not, whatever allow says.'),
        },
        { additionalProperties: false, default: {} },
      ),
    ),
    effects: Type.Optional(
      Named('^.{1,200}$', Type.Enum(['read', 'idempotent', 'unsafe'] as const), {
        default: {},
        description:
          'What repeating a tool does (nothing at all, nothing more, or more), by its name, where the annotations of the server do not say it or are not to be believed.',
      }),
    ),
    start_timeout_ms: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 600_000,
        default: DEFAULT_START_MS,
        description: 'How long a connection may take until it can be used, the start of the command included.',
      }),
    ),
    refresh_ms: Type.Optional(
      Type.Integer({
        minimum: 1000,
        maximum: 86_400_000,
        default: DEFAULT_REFRESH_MS,
        description:
          'How often the server is asked what it offers, where it does not say how long that holds. It is asked at once whenever it says that it has changed.',
      }),
    ),
    per_principal: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether each principal has a connection, and with a command a process, of its own. With false all share one, and whatever state it has.',
      }),
    ),
    max_connections: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: DEFAULT_MAX_CONNECTIONS,
        description: 'With per_principal: how many of them there may be.',
      }),
    ),
    idle_ms: Type.Optional(
      Type.Integer({
        minimum: 1000,
        maximum: 86_400_000,
        default: DEFAULT_IDLE_MS,
        description: "With per_principal: after how long without a call a principal's connection is closed.",
      }),
    ),
    max_message_bytes: Type.Optional(
      Type.Integer({
        minimum: 65_536,
        maximum: 268_435_456,
        default: DEFAULT_MAX_MESSAGE_BYTES,
        description: 'How large a message of the server may be; a connection on which a larger one comes is closed.',
      }),
    ),
  },
  { additionalProperties: false, title: 'MCP target' },
);
export type McpTargetOptions = Static<typeof McpTargetOptions>;
