import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { ConfigOverrides } from '../config/load-config.ts';
import type { Cli } from './cli.ts';
import { developmentConfig } from './development-config.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { complainOf, loadSettings, type SettingsInput } from './load-settings.ts';
import { parsePort } from './option-parsers.ts';
import { reloadService } from './reload-service.ts';
import { openSignals } from './signals.ts';
import { startHelp } from './start-help.ts';
import { startService } from './start-service.ts';

const EXAMPLES = `
Examples:
  waybill serve --development                 the embedded defaults, with a demo site to try it on
  waybill serve --config waybill.yaml         a configuration of your own; WAYBILL_SECRET must be set
  waybill serve --config waybill.yaml --port 0
                                              any free port; the first line printed names it

Signals: SIGHUP opens the audit log anew, reads the configuration again and keeps the last good one; SIGTERM and SIGINT close gracefully,
a second one ends at once. Exit codes: 0 closed, 2 configuration refused, 4 could not start.`;

interface ServeOptions {
  readonly config?: string;
  readonly development?: true;
  readonly host?: string;
  readonly port?: number;
}

export function defineServe(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  program
    .command('serve')
    .description('Start the service and print its address.')
    .option('-c, --config <file>', 'configuration file (else WAYBILL_CONFIG, else ./waybill.yaml)')
    .option('--development', 'development mode: random secret, demo site, system.fail; needs no configuration')
    .option('--host <host>', 'address to listen on, instead of listen.host')
    .option('--port <port>', 'port to listen on, instead of listen.port; 0: any free one', parsePort)
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeOptions) => finish(await serve(cli, options)));
}

async function serve(cli: Cli, options: ServeOptions): Promise<ExitCode> {
  const input = settingsInput(cli, options);
  const loaded = loadSettings(cli, input);
  if ('problems' in loaded) {
    complainOf(cli, loaded.problems);
    return EXIT.usage;
  }
  const signals = openSignals();
  const started = await startService(cli, loaded.settings);
  if (started === undefined) return EXIT.cannotStart;
  const { service, origin } = started;
  cli.print(`waybill listens on ${origin}`);
  const internalAddress = service.internalAddress();
  if (internalAddress !== undefined) cli.print(`replicas reach it at ${internalAddress}`);
  cli.complain(`configuration: ${loaded.fileName ?? 'built-in defaults'}`);
  for (const warning of loaded.warnings) cli.complain(`warning: ${warning}`);
  for (const line of startHelp(loaded.settings, origin, loaded.fileName === undefined)) cli.print(line);

  let reloads = Promise.resolve();
  // Without a file there is nothing to read again: the terminal was closed, and the service ends with it.
  while ((await signals.next()) === 'SIGHUP' && loaded.fileName !== undefined) {
    service.reopenFiles();
    // One after the other, and not awaited here: a reload that takes long must not hold up the end.
    reloads = reloads.then(() => reloadService(cli, service, input, loaded.settings));
  }
  await service.close();
  return EXIT.ok;
}

function settingsInput(cli: Cli, options: ServeOptions): SettingsInput {
  const { development, host, port } = options;
  const overrides: ConfigOverrides = {
    ...(development === true && { development }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
  };
  return {
    configFile: options.config,
    overrides,
    ...(development === true && { defaults: developmentConfig(cli) }),
    // The same over every reload: what was signed before must stay valid.
    developmentSecret: randomBytes(32),
  };
}
