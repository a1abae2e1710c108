import Type, { type Static } from 'typebox';
import { DOMAIN_PATTERN } from '../minting.ts';
import { Whole } from './whole-numbers.ts';

const IntentGlobs = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { description }));

/** The `mcp` section: how intents are offered as tools to clients of the Model Context Protocol. */
export const McpConfig = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#\\s]+/[^?#\\s]*$',
        maxLength: 2000,
        description:
          'The endpoint as clients know it (`https://waybill.example/mcp`), for the issuer of their tokens; left out: as they address it.',
      }),
    ),
    domain: Type.Optional(
      Type.String({
        pattern: DOMAIN_PATTERN,
        default: 'mcp',
        description:
          'Context domain of calls that bring no context: 1 to 64 letters, digits, _, - and .; neither - nor . at its ends.',
      }),
    ),
    expose: IntentGlobs('Globs of the intent keys that are offered as tools; left out: all that the caller may do.'),
    hide: IntentGlobs('Globs of the intent keys that are not offered as tools, whatever expose says.'),
    find_above: Whole(
      1,
      10_000,
      64,
      'A list of more tools than this has waybill_find_intent at its head, which searches it.',
    ),
    tasks: Type.Optional(
      Type.Object(
        {
          after_ms: Whole(
            0,
            600_000,
            3000,
            'A call that runs longer goes on as a task, for clients that declare tasks (milliseconds)',
          ),
          always: IntentGlobs(
            'Globs of the intent keys whose calls are tasks from the start, for clients that declare tasks.',
          ),
          required: IntentGlobs('Globs of the intent keys that clients which do not declare tasks may not call.'),
        },
        { additionalProperties: false, default: {} },
      ),
    ),
  },
  { additionalProperties: false, description: 'How intents are offered to clients of the Model Context Protocol.' },
);
export type McpConfig = Static<typeof McpConfig>;
