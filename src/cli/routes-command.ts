import type { Command } from 'commander';
import { SYSTEM_TARGET } from '../../contracts/config.ts';
import type { Settings } from '../config/settings.ts';
import { isRecord } from '../core/is-record.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { complainOf, loadSettings } from './load-settings.ts';
import { type ClientOptions, tokenEnvOption } from './open-client.ts';
import { parseUrl } from './option-parsers.ts';
import { tableLines } from './printable.ts';
import { printAnswer } from './send-command.ts';
import { withService } from './with-service.ts';

const EXAMPLES = `
Examples:
  waybill routes --config waybill.yaml               the routes as configured, first match first; starts nothing
  waybill routes --url http://127.0.0.1:8080 --json  the intents on offer at a running service, with their targets

Exit codes: 0 shown, 1 refused by the service, 2 configuration refused, 3 no answer from the service.`;

interface RoutesOptions {
  readonly config?: string;
  readonly url?: string;
  readonly tokenEnv?: string;
  readonly json?: true;
}

export function defineRoutes(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  program
    .command('routes')
    .description('Show which target serves which intents.')
    .option('-c, --config <file>', 'configuration file (else WAYBILL_CONFIG, else ./waybill.yaml)')
    .option('--url <url>', 'ask the running service there instead', parseUrl)
    .addOption(tokenEnvOption())
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: RoutesOptions) => {
      finish(
        options.url === undefined
          ? showConfigured(cli, options)
          : await showOffered(cli, { ...options, url: options.url }, options.json === true),
      );
    });
}

function showConfigured(cli: Cli, options: RoutesOptions): ExitCode {
  const loaded = loadSettings(cli, { configFile: options.config, developmentSecret: new Uint8Array(32) });
  if ('problems' in loaded) {
    complainOf(cli, loaded.problems);
    return EXIT.usage;
  }
  const routes = configuredRoutes(loaded.settings);
  if (options.json) cli.print(JSON.stringify({ routes }));
  else {
    const rows = routes.map((route) => [
      route.sub_type === undefined ? route.type : `${route.type}.${route.sub_type}`,
      route.domain ?? '*',
      `${route.target} (${route.kind})`,
      route.timeout_ms === undefined ? '' : `${route.timeout_ms} ms`,
    ]);
    for (const line of tableLines([['INTENT', 'DOMAIN', 'TARGET', 'TIME LIMIT'], ...rows])) cli.print(line);
  }
  return EXIT.ok;
}

interface ShownRoute {
  readonly type: string;
  readonly sub_type?: string;
  readonly domain?: string;
  readonly target: string;
  readonly kind: string;
  readonly timeout_ms?: number;
}

/** The written routes, or what stands in their place: each target's own intents. `system` is always routed, last. */
function configuredRoutes({ routes, targets }: Settings): ShownRoute[] {
  const kindOf = (name: string) => targets.find((target) => target.name === name)?.kind ?? SYSTEM_TARGET;
  const written = routes.map(({ type, subType, domain, target, timeoutMs }) => ({
    type,
    ...(subType !== undefined && { sub_type: subType }),
    ...(domain !== undefined && { domain }),
    target,
    kind: kindOf(target),
    timeout_ms: timeoutMs,
  }));
  const own = targets.map(({ name, kind }) => ({ type: '*', target: name, kind }));
  return [
    ...(written.length > 0 ? written : own),
    { type: SYSTEM_TARGET, sub_type: '*', target: SYSTEM_TARGET, kind: SYSTEM_TARGET },
  ];
}

function showOffered(cli: Cli, at: ClientOptions, json: boolean): Promise<ExitCode> {
  return withService(cli, at, json, async (client) => {
    const flow = await client.startFlow({ domain: 'waybill-cli', businessKey: 'routes' });
    const answer = await flow.send('system.describe');
    const { result } = answer.outcome;
    const intents = isRecord(result) && Array.isArray(result.intents) ? result.intents.filter(isRecord) : undefined;
    if (intents === undefined) return printAnswer(cli, answer, json);
    if (json) cli.print(JSON.stringify({ intents }));
    else {
      const rows = intents.map(({ key, effect, targets }) => [String(key), String(effect), String(targets)]);
      for (const line of tableLines([['INTENT', 'EFFECT', 'TARGETS'], ...rows])) cli.print(line);
    }
    return EXIT.ok;
  });
}
