import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { NAME_PATTERN } from '../../contracts/config/name-pattern.ts';
import { SYSTEM_TARGET } from '../../contracts/config.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { packageRoot } from './package-root.ts';
import { printable } from './printable.ts';
import { usageError } from './with-service.ts';
import { writeSkeleton } from './write-skeleton.ts';

const EXAMPLES = `
Examples:
  waybill adapter new tracker                  in the new folder ./tracker
  waybill adapter new tracker --dir adapters/tracker

Nothing that is there is written over. Exit codes: 0 written, 2 wrong usage, or a file of it is there already.`;

interface NewOptions {
  readonly dir?: string;
}

export function defineAdapter(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const adapter = program.command('adapter').description('Make adapters of your own.');
  adapter
    .command('new')
    .description('Write an adapter that works, with its test and a configuration to try it.')
    .argument('<name>', 'what the package, the target and its intents are called', parseName)
    .option('--dir <folder>', 'where it is written, instead of a folder of its name')
    .addHelpText('after', EXAMPLES)
    .action((name: string, options: NewOptions) => finish(writeNew(cli, name, options.dir ?? name)));
}

function writeNew(cli: Cli, name: string, folder: string): ExitCode {
  const written = writeSkeleton(name, folder);
  if ('problem' in written) return usageError(cli, printable(written.problem));
  for (const file of written.files) cli.complain(printable(`wrote ${file}`));
  for (const line of nextSteps(name, folder)) cli.print(printable(line));
  return EXIT.ok;
}

function nextSteps(name: string, folder: string): readonly string[] {
  const to = relative('.', folder);
  const needsWaybill = isMissingIn(folder) ? [`npm install --save-dev ${packageRoot()}`] : [];
  const payload = JSON.stringify({ name: 'hello' });
  return [
    ...(to === '' ? [] : [`cd ${to}`]),
    ...needsWaybill,
    'npm test',
    'npx waybill serve',
    `npx waybill send ${name}.read --domain trial --business-key me --resource ${name}-note:hello:present --payload '${payload}'`,
  ];
}

/** Whether what is written there would not find this package, whose test suite it runs. */
function isMissingIn(folder: string): boolean {
  try {
    createRequire(join(resolve(folder), 'adapter.js')).resolve('waybill/package.json');
    return false;
  } catch {
    return true;
  }
}

function parseName(text: string): string {
  if (new RegExp(NAME_PATTERN).test(text) && text !== SYSTEM_TARGET) return text;
  throw new InvalidArgumentError('expected a lower-case letter, then up to 62 lower-case letters, digits, _ and -');
}
