import { type Command, Option } from 'commander';
import { EXECUTION_CONTEXTS } from '../../contracts/capabilities.ts';
import { MODES, PRIORITIES } from '../../contracts/request.ts';
import { MAX_WAIT_MS, type Resource } from '../../contracts/resource.ts';
import { tokenEnvOption } from './open-client.ts';
import { collect, parseResource, parseUrl, wholeNumber } from './option-parsers.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8080';

/** The longest time limit that a request may ask for. */
const MAX_TIMEOUT_MS = 3_600_000;

export interface RequestOptions {
  readonly url: string;
  readonly tokenEnv?: string;
  readonly file?: string;
  readonly domain?: string;
  readonly businessKey?: string;
  readonly context?: string;
  readonly parent?: string;
  readonly resource?: readonly Resource[];
  readonly waitMs?: number;
  readonly payload?: string;
  readonly mode?: (typeof MODES)[number];
  readonly priority?: (typeof PRIORITIES)[number];
  readonly timeoutMs?: number;
  readonly action?: readonly string[];
  readonly executionContext?: (typeof EXECUTION_CONTEXTS)[number];
  readonly json?: true;
}

export function urlOption(): Option {
  return new Option('--url <url>', 'where the service listens')
    .env('WAYBILL_URL')
    .default(DEFAULT_URL)
    .argParser(parseUrl);
}

/** The options by which `send` and `explain` put a request together. */
export function addRequestOptions(command: Command): Command {
  return command
    .addOption(urlOption())
    .addOption(tokenEnvOption())
    .option('--domain <domain>', 'business flow; a context id is minted in it at the service')
    .option('--business-key <key>', 'what the flow is about, such as a user or an order')
    .option('--context <id>', "a context id, such as the last answer's next step; nothing is minted")
    .option('--parent <id>', "the previous step's context id")
    .option('--resource <type:identifier:state>', 'what the action relies on; may be repeated', collect(parseResource))
    .option('--wait-ms <ms>', 'how long to wait for each of the resources', wholeNumber(0, MAX_WAIT_MS))
    .option('--payload <json>', 'the data: JSON, @FILE, or - for standard input')
    .option('--file <file>', 'a whole request as JSON; the other options win over it')
    .addOption(new Option('--mode <mode>', 'dry_run stops after the precheck').choices(MODES))
    .addOption(new Option('--priority <priority>').choices(PRIORITIES))
    .option('--timeout-ms <ms>', 'time limit of the action', wholeNumber(1, MAX_TIMEOUT_MS))
    .option('--action <name>', 'an action that this client takes part in; may be repeated', collect(String))
    .addOption(
      new Option('--execution-context <sandbox>', 'which browser context to act in').choices(EXECUTION_CONTEXTS),
    )
    .option('--json', 'print the answer as JSON');
}
