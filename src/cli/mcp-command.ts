import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { Settings } from '../config/settings.ts';
import type { Cli } from './cli.ts';
import { developmentConfig } from './development-config.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { complainOf, loadSettings, type SettingsInput } from './load-settings.ts';
import { TOKEN_VARIABLE } from './open-client.ts';
import { serveHost } from './serve-host.ts';

const EXAMPLES = `
Examples:
  waybill mcp --config /etc/waybill.yaml      what the configuration offers, as tools of an MCP server over stdio
  waybill mcp --development                   the embedded defaults

Standard output carries the protocol only; the log goes to standard error. Nothing listens to HTTP. It ends with its host, which closes
standard input, and lets what acts run to its end; signals as for waybill serve.
Exit codes: 0 ended, 2 configuration refused, 4 could not start.`;

interface McpOptions {
  readonly config?: string;
  readonly development?: true;
}

export function defineMcp(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  program
    .command('mcp')
    .description('Serve one host, such as an editor, by the Model Context Protocol over standard input and output.')
    .option('-c, --config <file>', 'configuration file (else WAYBILL_CONFIG, else ./waybill.yaml)')
    .option('--development', 'development mode; needs no configuration')
    .addHelpText('after', EXAMPLES)
    .action(async (options: McpOptions) => finish(await serveMcp(cli, options)));
}

async function serveMcp(cli: Cli, options: McpOptions): Promise<ExitCode> {
  const input = settingsInput(cli, options);
  const loaded = loadSettings(cli, input);
  if ('problems' in loaded) {
    complainOf(cli, loaded.problems);
    return EXIT.usage;
  }
  const { settings, warnings, fileName } = loaded;
  const problem = callerProblem(cli, settings);
  if (problem !== undefined) {
    cli.complain(`error: ${problem}`);
    return EXIT.usage;
  }
  cli.complain(`configuration: ${fileName ?? 'built-in defaults'}`);
  for (const warning of warnings) cli.complain(`warning: ${warning}`);
  if (settings.audit?.to === 'stdout') {
    cli.complain(
      'warning: audit.to is stdout, which carries the protocol: the lines go to standard error, with the log',
    );
  }
  return await serveHost(cli, settings, fileName === undefined ? {} : { reloadFrom: input });
}

function settingsInput(cli: Cli, { config, development }: McpOptions): SettingsInput {
  return {
    configFile: config,
    // Nothing listens: what the file says of it is for others who use it.
    overrides: { host: '127.0.0.1', ...(development === true && { development }) },
    ...(development === true && { defaults: developmentConfig(cli) }),
    // Only this process reads what it signs, unless the environment brings the secret of others.
    passingSecret: randomBytes(32),
  };
}

/** Where callers are asked who they are, the token is in the environment, as for every command that calls a service. */
function callerProblem({ env }: Cli, { auth }: Settings): string | undefined {
  if (auth.mode === 'none' || env[TOKEN_VARIABLE]) return undefined;
  return `auth.mode is ${auth.mode}, and nothing says who calls: set ${TOKEN_VARIABLE} to the key or token of the caller`;
}
