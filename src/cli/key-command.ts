import { type Command, InvalidArgumentError } from 'commander';
import { KEY_ID_PATTERN } from '../../contracts/config/auth.ts';
import { createKey } from '../auth/create-key.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { collect } from './option-parsers.ts';
import { printable } from './printable.ts';

const EXAMPLES = `
Examples:
  waybill key create --id ci --intent 'system.*' --intent ui_interaction.click
  waybill key create --id ci --intent '*' --json

The key is shown this once; the configuration holds its hash only. Give the key to the caller, put the entry under auth.keys.`;

interface KeyOptions {
  readonly id?: string;
  readonly intent?: readonly string[];
  readonly json?: true;
}

export function defineKey(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const key = program.command('key').description('Make API keys.');
  key
    .command('create')
    .description('Make a key and the configuration entry for it.')
    .option('--id <id>', 'who it is for: the principal in logs and context ids', parseId)
    .option(
      '--intent <glob>',
      'an intent key that it may do, * for any run of characters; may be repeated',
      collect(String),
    )
    .option('--json', 'print JSON: {"key", "entry"}')
    .addHelpText('after', EXAMPLES)
    .action((options: KeyOptions) => finish(create(cli, options)));
}

function create(cli: Cli, { id = 'new-caller', intent: intents = [], json }: KeyOptions): ExitCode {
  const { key, hash } = createKey();
  if (json) {
    cli.print(JSON.stringify({ key, entry: { id, hash, intents } }));
    return EXIT.ok;
  }
  cli.print(key);
  const entry = `    - { id: ${id}, hash: "${hash}", intents: ${JSON.stringify(intents)} }`;
  for (const line of ['auth:', '  mode: api_key', '  keys:', entry]) cli.complain(printable(line));
  if (intents.length === 0) cli.complain('It may do nothing yet: fill in intents, such as ["system.*"].');
  return EXIT.ok;
}

function parseId(text: string): string {
  if (new RegExp(KEY_ID_PATTERN).test(text)) return text;
  throw new InvalidArgumentError('expected 1 to 128 letters, digits, _, ., @ and -, such as ci@acme');
}
