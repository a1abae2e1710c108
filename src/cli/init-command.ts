import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { checkTargets } from '../config/check-targets.ts';
import type { TranslatedHost } from '../hosts/translate-host.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { printable } from './printable.ts';
import { usageError } from './with-service.ts';

const EXAMPLES = `
Examples:
  waybill init --from ~/.cursor/mcp.json
  waybill init --from .vscode/mcp.json --out deploy/waybill.yaml

Takes the MCP servers of Claude, Cursor, VS Code, Windsurf or Zed over, each as a target of kind mcp. Values of their environment and
headers are not written: variables take their place, and which to set is said. Nothing that is there is written over.
Exit codes: 0 written, 1 no server could be taken over, 2 wrong usage, or no such file.`;

const REFERENCE = /\$\{\w+\}/g;
const MOST_BYTES = 4 * 1024 * 1024;

interface InitOptions {
  readonly from?: string;
  readonly out: string;
}

export function defineInit(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  program
    .command('init')
    .description('Write a configuration with the MCP servers of a host, such as an editor.')
    .option('--from <file>', 'where the host keeps its list of servers')
    .option('--out <file>', 'the new configuration file', 'waybill.yaml')
    .addHelpText('after', EXAMPLES)
    .action(async (options: InitOptions) => finish(await init(cli, options)));
}

async function init(cli: Cli, { from, out }: InitOptions): Promise<ExitCode> {
  if (from === undefined) return usageError(cli, 'no list of servers: say --from');
  // Loaded only here: the other commands start without it.
  const { readHostFile } = await import('../hosts/read-host-file.ts');
  const { translateHost } = await import('../hosts/translate-host.ts');
  const text = readText(from);
  if ('problem' in text) return usageError(cli, printable(`${from}: ${text.problem}`));
  const read = readHostFile(text.text);
  if ('problem' in read) return usageError(cli, printable(`${from}: ${read.problem}`));
  const host = withoutFaulty(cli, translateHost(read.servers));
  for (const { name, why } of host.leftOut) cli.complain(printable(`left out: ${name}: ${why}`));
  if (host.targets.size === 0) {
    cli.complain('error: no server could be taken over');
    return EXIT.notFulfilled;
  }
  return await write(cli, host, from, out);
}

function readText(file: string): { readonly text: string } | { readonly problem: string } {
  try {
    const { size } = statSync(file);
    if (size > MOST_BYTES) return { problem: `${size} bytes, more than ${MOST_BYTES}` };
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { problem: `can not be read (${codeOf(error)})` };
  }
}

/** Without the targets that a configuration would be refused for, whatever is in the variables. */
function withoutFaulty(cli: Cli, host: TranslatedHost): TranslatedHost {
  const faulty = new Map<string, string>();
  const sections = JSON.stringify(Object.fromEntries(host.targets), (key, value) =>
    typeof value === 'string' ? value.replace(REFERENCE, key === 'url' ? 'http://stand.in' : 'x') : value,
  );
  for (const { path, message } of checkTargets(JSON.parse(sections), cli.kinds)) faulty.set(String(path[1]), message);
  return {
    ...host,
    targets: new Map([...host.targets].filter(([name]) => !faulty.has(name))),
    leftOut: [...host.leftOut, ...[...faulty].map(([name, why]) => ({ name, why }))],
  };
}

async function write(cli: Cli, host: TranslatedHost, from: string, out: string): Promise<ExitCode> {
  const { writeConfig } = await import('../hosts/write-config.ts');
  try {
    writeFileSync(out, writeConfig(host, from), { flag: 'wx' });
  } catch (error) {
    const code = codeOf(error);
    const why = code === 'EEXIST' ? 'is there already, and is not overwritten' : `can not be written (${code})`;
    return usageError(cli, printable(`${out} ${why}`));
  }
  cli.complain(printable(`wrote ${out}: ${host.targets.size} targets, ${host.leftOut.length} left out`));
  for (const { name, what } of host.variables) cli.complain(printable(`set ${name}: ${what}`));
  cli.print(printable(`waybill config check ${out}`));
  cli.print(printable(`waybill mcp --config ${out}`));
  return EXIT.ok;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
