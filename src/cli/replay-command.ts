import { type Command, Option } from 'commander';
import type { WaybillClient } from '../../client/waybill-client.ts';
import { MODES, type WaybillRequest } from '../../contracts/request.ts';
import { parseContextId } from '../core/context-id.ts';
import { isRecord } from '../core/is-record.ts';
import type { Cli } from './cli.ts';
import { recordedRequest } from './draft-request.ts';
import type { ExitCode } from './exit-code.ts';
import { tokenEnvOption } from './open-client.ts';
import { readJsonFile } from './read-json-input.ts';
import { urlOption } from './request-options.ts';
import { printAnswer } from './send-command.ts';
import type { UsageError } from './usage-error.ts';
import { usageError, withService } from './with-service.ts';

const EXAMPLES = `
Examples:
  waybill replay recorded/click.json
  waybill replay recorded/click.json --url https://staging.example --mode dry_run --json

The recorded request is sent as it is, but for its context: a fresh id is minted at the service, for the same domain,
business key and sequence. Exit codes: as send.`;

/** As many as the service mints in one call. */
const MINT_AT_ONCE = 100;

interface ReplayOptions {
  readonly url: string;
  readonly tokenEnv?: string;
  readonly mode?: (typeof MODES)[number];
  readonly json?: true;
}

export function defineReplay(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  program
    .command('replay')
    .description('Send a recorded request again, to any environment, under a fresh context id.')
    .argument('<file>', 'the request as JSON, or a record that holds it under "request"; - for standard input')
    .addOption(urlOption())
    .addOption(tokenEnvOption())
    .addOption(new Option('--mode <mode>', 'instead of the recorded one').choices(MODES))
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ReplayOptions) => finish(await replay(cli, file, options)));
}

function replay(cli: Cli, file: string, options: ReplayOptions): Promise<ExitCode> {
  return withService(cli, options, options.json === true, async (client) => {
    const recorded = readRecorded(file);
    if ('usageError' in recorded) return usageError(cli, recorded.usageError);
    const { request, domain, sequence } = recorded;
    const { id, parentId } = await mintAt(client, domain, request.context.business_key, sequence);
    const fresh: WaybillRequest = {
      ...request,
      intent: { ...request.intent, ...(options.mode !== undefined && { mode: options.mode }) },
      context: { ...request.context, id, parent_id: parentId },
    };
    return printAnswer(cli, await client.sendRequest(fresh), options.json === true);
  });
}

interface Recorded {
  readonly request: WaybillRequest;
  readonly domain: string;
  readonly sequence: number;
}

function readRecorded(file: string): Recorded | UsageError {
  const input = readJsonFile(file);
  if ('usageError' in input) return input;
  const request = recordedRequest(input.json);
  const context = isRecord(request.context) ? request.context : {};
  const id = typeof context.id === 'string' ? parseContextId(context.id) : undefined;
  if (id === undefined || typeof context.business_key !== 'string' || !isRecord(request.intent)) {
    return {
      usageError: `${file}: expected a request with intent, context.id ({domain}-{timestamp}-{sequence}-{hash}) and context.business_key`,
    };
  }
  // `as`: what is read here was just looked at; the rest is the service's to check
  return { request: request as unknown as WaybillRequest, domain: id.domain, sequence: Number(id.sequence) };
}

/** The id of step `sequence`: sequences rise from 001, so those before it are minted on the way; they cost nothing. */
async function mintAt(client: WaybillClient, domain: string, businessKey: string, sequence: number) {
  const ids: string[] = [];
  for (let left = Math.max(1, sequence); left > 0; left -= MINT_AT_ONCE) {
    const parent = ids.at(-1);
    const count = Math.min(left, MINT_AT_ONCE);
    const { contexts } = await client.mint(domain, businessKey, {
      count,
      ...(parent !== undefined && { parent_id: parent }),
    });
    ids.push(...contexts.map((context) => context.id));
  }
  return { id: ids.at(-1) ?? '', parentId: ids.at(-2) ?? null };
}
