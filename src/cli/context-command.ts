import { type Command, Option } from 'commander';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { MintAnswer, MintRequest } from '../../contracts/minting.ts';
import { type ContextIds, openContextIds } from '../core/context-ids.ts';
import { createContextMint } from '../core/mint-contexts.ts';
import { ANONYMOUS } from '../core/principal.ts';
import { createSchemaCompiler } from '../core/schema-validator.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { complainOf, loadSettings } from './load-settings.ts';
import { tokenEnvOption } from './open-client.ts';
import { parseUrl, wholeNumber } from './option-parsers.ts';
import { printable, tableLines } from './printable.ts';
import { usageError, withService } from './with-service.ts';

const MINT_EXAMPLES = `
Examples:
  waybill context mint --domain login-flow --business-key user_123 --url http://127.0.0.1:8080
  WAYBILL_SECRET=… waybill context mint --domain login-flow --business-key user_123 --count 3 --json

With --url the service mints; without, this process does, with WAYBILL_SECRET and the configuration of the service.
Exit codes: 0 minted, 1 refused, 2 wrong usage or configuration, 3 no answer from the service.`;

const VERIFY_EXAMPLES = `
Examples:
  WAYBILL_SECRET=… waybill context verify login-flow-1779999960000-001-8a3f9b2c4d5e6f70 --business-key user_123

Exit codes: 0 valid, 1 not valid (the reason is shown), 2 wrong usage or configuration.`;

/** As many as the service mints in one call. */
const MAX_COUNT = 100;

const NO_BUSINESS_KEY = 'no business key: say --business-key';

interface MintOptions {
  readonly domain?: string;
  readonly businessKey?: string;
  readonly count?: number;
  readonly parent?: string;
  readonly config?: string;
  readonly url?: string;
  readonly tokenEnv?: string;
  readonly principal?: string;
  readonly json?: true;
}

interface VerifyOptions {
  readonly principal?: string;
  readonly businessKey?: string;
  readonly config?: string;
  readonly json?: true;
}

function principalOption(what: string): Option {
  return new Option(
    '--principal <id>',
    `${what}, where the service asks callers who they are: a key's id, a token's sub`,
  );
}

export function defineContext(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const context = program.command('context').description('Mint and verify context ids.');
  context
    .command('mint')
    .description('Mint the ids of the next steps of a flow, one a line.')
    .option('--domain <domain>', 'the business flow')
    .option('--business-key <key>', 'what the flow is about, such as a user or an order')
    .option('--count <n>', 'how many, of rising sequence', wholeNumber(1, MAX_COUNT))
    .option('--parent <id>', 'go on after this id')
    .addOption(new Option('-c, --config <file>', 'configuration file, for the lifetime of ids').conflicts('url'))
    .option('--url <url>', 'let the service there mint', parseUrl)
    .addOption(tokenEnvOption())
    .addOption(principalOption('who will send them').conflicts('url'))
    .option('--json', 'print JSON: {"contexts": [{"id", "expires_at"}]}')
    .addHelpText('after', MINT_EXAMPLES)
    .action(async (options: MintOptions) => finish(await mint(cli, options)));
  context
    .command('verify')
    .description('Check that an id is unchanged, of this business key, and not too old.')
    .argument('<id>', 'the context id')
    .option('--business-key <key>', 'the business key that it was minted for')
    .addOption(principalOption('the caller that it was minted for'))
    .option('-c, --config <file>', 'configuration file, for the lifetime of ids')
    .option('--json', 'print JSON: {"valid", …}')
    .addHelpText('after', VERIFY_EXAMPLES)
    .action((id: string, options: VerifyOptions) => finish(verify(cli, id, options)));
}

async function mint(cli: Cli, options: MintOptions): Promise<ExitCode> {
  const { count, parent, url, domain, businessKey } = options;
  // Checked here and not by the parser, which would complain of them before it names a misspelt option.
  if (domain === undefined) return usageError(cli, 'no domain: say --domain');
  if (businessKey === undefined) return usageError(cli, NO_BUSINESS_KEY);
  const more: Pick<MintRequest, 'count' | 'parent_id'> = {
    ...(count !== undefined && { count }),
    ...(parent !== undefined && { parent_id: parent }),
  };
  if (url === undefined) return mintHere(cli, { domain, business_key: businessKey, ...more }, options);
  return withService(cli, { ...options, url }, options.json === true, async (client) => {
    const { contexts } = await client.mint(domain, businessKey, more);
    return printContexts(cli, contexts, options.json === true);
  });
}

function mintHere(cli: Cli, request: MintRequest, options: MintOptions): ExitCode {
  const ids = openIds(cli, options.config);
  if (ids === undefined) return EXIT.usage;
  const minted = createContextMint(createSchemaCompiler(), ids)(request, 0, options.principal ?? ANONYMOUS.id);
  if (!isFailure(minted)) return printContexts(cli, minted, options.json === true);
  cli.complain(printable(`error: ${minted.message}${minted.hint === undefined ? '' : `\n  hint: ${minted.hint}`}`));
  return EXIT.notFulfilled;
}

function printContexts(cli: Cli, contexts: MintAnswer['contexts'], json: boolean): ExitCode {
  if (json) cli.print(JSON.stringify({ contexts }));
  else for (const { id } of contexts) cli.print(printable(id));
  return EXIT.ok;
}

function verify(cli: Cli, id: string, options: VerifyOptions): ExitCode {
  const { businessKey } = options;
  if (businessKey === undefined) return usageError(cli, NO_BUSINESS_KEY);
  const ids = openIds(cli, options.config);
  if (ids === undefined) return EXIT.usage;
  const verdict = ids.verify(id, { businessKey, principal: options.principal ?? ANONYMOUS.id });
  if (isFailure(verdict)) {
    sayInvalid(cli, verdict, options.json === true);
    return EXIT.notFulfilled;
  }
  const { domain, sequence, nextId } = verdict;
  const rows = [['valid'], ['domain', domain], ['sequence', sequence], ['next', nextId ?? 'none']];
  const lines = options.json ? [JSON.stringify({ valid: true, domain, sequence, next_id: nextId })] : tableLines(rows);
  for (const line of lines) cli.print(line);
  return EXIT.ok;
}

function sayInvalid(cli: Cli, { kind, message, hint }: Failure, json: boolean): void {
  if (json) cli.print(JSON.stringify({ valid: false, code: kind, message, hint }));
  else cli.complain(printable(`${kind}: ${message}${hint === undefined ? '' : `\n  hint: ${hint}`}`));
}

/** Ids by the secrets and the lifetimes of the configuration; undefined once it was said what is wrong with it. */
function openIds(cli: Cli, configFile: string | undefined): ContextIds | undefined {
  // A random secret would mint ids that no service accepts, so that even in development a real one is needed.
  const loaded = loadSettings(cli, { configFile, defaults: {} });
  if (!('problems' in loaded)) return openContextIds(loaded.settings.secrets, loaded.settings.context);
  complainOf(cli, loaded.problems);
  return undefined;
}
