import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { checkTargets } from '../config/check-targets.ts';
import type { Imported } from '../openapi/import-openapi.ts';
import type { ImportWishes } from '../openapi/import-wishes.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { collect, parseUrl } from './option-parsers.ts';
import { printable } from './printable.ts';
import { usageError } from './with-service.ts';

const EXAMPLES = `
Examples:
  waybill import openapi scanner.yaml --tag scan --target scanner --out waybill.yaml
  waybill import openapi github.json --operation issues/create --operation issues/get --target github
  waybill import openapi api.yaml --base-url https://scanner.internal.example/api

Nothing but the file is read. What could not be taken over, and why, goes to standard error.
Exit codes: 0 written, 1 no operation could be taken over, 2 wrong usage, or no OpenAPI document of version 3.0 or 3.1.`;

interface OpenApiOptions {
  readonly tag?: readonly string[];
  readonly operation?: readonly string[];
  readonly target?: string;
  readonly baseUrl?: string;
  readonly out?: string;
}

export function defineImport(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const command = program.command('import').description('Make configuration of what other formats describe.');
  command
    .command('openapi')
    .description(
      'Write the configuration of a target of kind http, an intent for each operation of an OpenAPI document.',
    )
    .argument('<file>', 'OpenAPI 3.0 or 3.1, JSON or YAML')
    .option('--tag <tag>', 'take the operations of this tag; may be repeated', collect(String))
    .option('--operation <id>', 'take the operation of this operationId; may be repeated', collect(String))
    .option('--target <name>', 'what the target is called, and its intents begin with')
    .addOption(
      new Option('--base-url <url>', 'where the upstream is, instead of what the document says').argParser(parseUrl),
    )
    .option('--out <file>', 'write a new file (else standard output)')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: OpenApiOptions) => finish(await importFile(cli, file, options)));
}

async function importFile(cli: Cli, file: string, options: OpenApiOptions): Promise<ExitCode> {
  // Loaded only here: the other commands start without it.
  const { readDocument, MAX_DOCUMENT_BYTES } = await import('../openapi/read-document.ts');
  const { importOpenApi } = await import('../openapi/import-openapi.ts');
  const text = readText(file, MAX_DOCUMENT_BYTES);
  if ('usageError' in text) return usageError(cli, text.usageError);
  const document = await readDocument(text.text);
  if ('problem' in document) return usageError(cli, printable(`${file}: ${document.problem}`));
  for (const problem of document.invalid) cli.complain(printable(`warning: ${file} is no valid OpenAPI: ${problem}`));
  const imported = importOpenApi(document, wishesOf(options));
  if ('problem' in imported) return usageError(cli, printable(`${file}: ${imported.problem}`));
  const checked = withoutFaulty(cli, imported);
  if ('usageError' in checked) return usageError(cli, printable(checked.usageError));
  tell(cli, checked);
  if (checked.intents.size === 0) {
    cli.complain('error: no operation could be taken over');
    return EXIT.notFulfilled;
  }
  return await write(cli, checked, options.out);
}

function wishesOf({ tag = [], operation = [], target, baseUrl }: OpenApiOptions): ImportWishes {
  return {
    tags: tag,
    operations: operation,
    ...(target !== undefined && { target }),
    ...(baseUrl !== undefined && { baseUrl }),
  };
}

function readText(file: string, mostBytes: number): { readonly text: string } | { readonly usageError: string } {
  try {
    const { size } = statSync(file);
    if (size > mostBytes) return { usageError: `${file} has ${size} bytes, more than ${mostBytes}` };
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { usageError: `${file} can not be read (${codeOf(error)})` };
  }
}

/** Without the intents that a configuration would be refused for: a document may hold schemas that are none. */
function withoutFaulty(cli: Cli, imported: Imported): Imported | { readonly usageError: string } {
  const { target, connection, intents } = imported;
  const section = { kind: 'http', ...connection, intents: Object.fromEntries(intents) };
  const findings = checkTargets({ [target]: structuredClone(section) }, cli.kinds);
  const faulty = new Map<string, string>();
  for (const { path, message } of findings) {
    const [, , part, key] = path;
    if (part !== 'intents' || key === undefined) return { usageError: `${path.join('.')}: ${message}` };
    faulty.set(String(key), message);
  }
  return {
    ...imported,
    intents: new Map([...intents].filter(([key]) => !faulty.has(key))),
    leftOut: [...imported.leftOut, ...[...faulty].map(([what, why]) => ({ what, why }))],
  };
}

function tell(cli: Cli, { leftOut, notes, variables, intents }: Imported): void {
  for (const { what, why } of notes) cli.complain(printable(`note: ${what}: ${why}`));
  for (const { what, why } of leftOut) cli.complain(printable(`left out: ${what}: ${why}`));
  for (const [name, what] of variables) cli.complain(printable(`set ${name}: ${what}`));
  cli.complain(`${intents.size} intents, ${leftOut.length} left out`);
}

async function write(cli: Cli, imported: Imported, out: string | undefined): Promise<ExitCode> {
  const { writeTarget } = await import('../openapi/write-target.ts');
  const text = writeTarget(imported);
  if (out === undefined) {
    cli.print(text.trimEnd());
    return EXIT.ok;
  }
  try {
    writeFileSync(out, text, { flag: 'wx' });
    return EXIT.ok;
  } catch (error) {
    const code = codeOf(error);
    return usageError(
      cli,
      code === 'EEXIST' ? `${out} is there already, and is not overwritten` : `${out} can not be written (${code})`,
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
