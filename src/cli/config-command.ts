import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { complainOf, loadSettings } from './load-settings.ts';

const EXAMPLES = `
Examples:
  waybill config check
  waybill config check deploy/waybill.yaml --json

Exit codes: 0 it would start, 2 it would not: every problem is listed, with file:line:column.`;

export function defineConfig(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const config = program.command('config').description('Work with configuration files.');
  config
    .command('check')
    .description('Check a configuration and the secrets in the environment, and start nothing.')
    .argument('[file]', 'configuration file (else WAYBILL_CONFIG, else ./waybill.yaml)')
    .option('--json', 'print JSON: {"ok", "problems", "warnings"}')
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, options: { readonly json?: true }) =>
      finish(checkConfig(cli, file, options.json === true)),
    );
}

function checkConfig(cli: Cli, file: string | undefined, json: boolean): ExitCode {
  // Checking needs some secret in development; it signs nothing.
  const loaded = loadSettings(cli, { configFile: file, developmentSecret: new Uint8Array(32) });
  const problems = 'problems' in loaded ? loaded.problems : [];
  const warnings = 'warnings' in loaded ? loaded.warnings : [];
  if (json) cli.print(JSON.stringify({ ok: problems.length === 0, problems, warnings }));
  else if (problems.length > 0) complainOf(cli, problems);
  else {
    for (const warning of warnings) cli.complain(`warning: ${warning}`);
    cli.print(`${loaded.fileName} is valid`);
  }
  return problems.length === 0 ? EXIT.ok : EXIT.usage;
}
