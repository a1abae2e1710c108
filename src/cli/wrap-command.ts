import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { NAME_PATTERN } from '../../contracts/config/name-pattern.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Service } from '../service.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { complainOf } from './load-settings.ts';
import { collect, parsePort, parseUrl, wholeNumber } from './option-parsers.ts';
import { serveHost, serveHttp } from './serve-host.ts';
import { usageError } from './with-service.ts';
import { type WrapWishes, wrapConfig } from './wrap-config.ts';

const EXAMPLES = `
Examples:
  waybill wrap -- npx -y @playwright/mcp --headless
  waybill wrap --audit acts.jsonl --timeout-ms 60000 -- uvx mcp-server-git
  API_TOKEN=… waybill wrap --url https://tools.example/mcp --token-env API_TOKEN

Stands before one MCP server, whose tools keep their names, and needs no configuration. Each result carries an outcome that says what is
known of its effect; a call that brings a nonce (waybill.context.nonce) is carried out once. The server is given this process's
environment, WAYBILL_* left out, and ends with it. Signals as for waybill serve.
Exit codes: 0 ended, 2 wrong usage, 4 could not start, or the server can not be started.`;

const DEFAULT_TIMEOUT_MS = 300_000;
/** How long the host waits for the server to be there, as there is nothing to list before. */
const READY_MS = 10_000;
const LOOK_MS = 20;
/** Of attempts to reach the server: one may fail by chance. */
const MOST_FAILED = 2;

interface WrapOptions {
  readonly name: string;
  readonly url?: string;
  readonly tokenEnv?: string;
  readonly timeoutMs: number;
  readonly expose?: readonly string[];
  readonly audit?: string;
  readonly port?: number;
}

export function defineWrap(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  program
    .command('wrap')
    .description('Stand before one MCP server, without a configuration.')
    .argument('[command...]', 'what starts the server, behind --')
    .addOption(new Option('--url <url>', 'where the server is, instead of a command').argParser(parseUrl))
    .option('--token-env <name>', 'environment variable that holds the bearer token for the server')
    .option('--name <name>', 'what the server is called in logs and metrics', parseName, 'wrapped')
    .option('--timeout-ms <ms>', 'the longest that a call may take', wholeNumber(1, 3_600_000), DEFAULT_TIMEOUT_MS)
    .option('--expose <glob>', 'offer the tools of this name only; may be repeated', collect(String))
    .option('--audit <file>', 'write a line of each act to this file')
    .option('--port <port>', 'serve over HTTP on 127.0.0.1 instead of standard input and output', parsePort)
    .addHelpText('after', EXAMPLES)
    .action(async (command: readonly string[], options: WrapOptions) => finish(await wrap(cli, command, options)));
}

async function wrap(cli: Cli, command: readonly string[], options: WrapOptions): Promise<ExitCode> {
  const wishes = readWishes(cli, command, options);
  if ('problem' in wishes) return usageError(cli, wishes.problem);
  const loaded = loadConfig({
    config: wrapConfig(wishes, cli.env),
    env: cli.env,
    kinds: cli.kinds,
    passingSecret: randomBytes(32),
  });
  if ('problems' in loaded) {
    complainOf(cli, loaded.problems);
    return EXIT.usage;
  }
  const ready = (service: Service) => untilDeclared(cli, service);
  return options.port === undefined
    ? await serveHost(cli, loaded.settings, { ready })
    : await serveHttp(cli, loaded.settings, { ready });
}

function readWishes(
  { env }: Cli,
  command: readonly string[],
  { tokenEnv, ...options }: WrapOptions,
): WrapWishes | { readonly problem: string } {
  const { url } = options;
  if ((url === undefined) === (command.length === 0)) {
    const found = url === undefined ? 'neither' : 'both';
    return { problem: `expected a command behind --, or --url, found ${found}` };
  }
  if (tokenEnv === undefined) return { ...options, command };
  if (url === undefined) return { problem: '--token-env goes with --url: a command is given the whole environment' };
  const token = env[tokenEnv]?.trim();
  if (!token) return { problem: `no token: the environment variable ${tokenEnv} is not set` };
  return { ...options, command, token };
}

/** The list of tools is asked for once by many hosts: an early answer would be an empty one. */
async function untilDeclared(cli: Cli, service: Service): Promise<string | undefined> {
  const endMs = performance.now() + READY_MS;
  for (;;) {
    const [why] = service.undeclared();
    if (why === undefined) return undefined;
    if (Number(why.details?.failed_attempts ?? 0) >= MOST_FAILED) return why.message;
    if (performance.now() >= endMs) {
      cli.complain(`warning: ${why.message}; its tools are told once they are known`);
      return undefined;
    }
    await delay(LOOK_MS);
  }
}

function parseName(text: string): string {
  if (new RegExp(NAME_PATTERN).test(text) && text !== 'system') return text;
  throw new InvalidArgumentError('expected a lower-case letter, then up to 62 lower-case letters, digits, _ and -');
}
