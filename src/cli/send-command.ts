import { Argument, type Command } from 'commander';
import type { Answer } from '../../contracts/answer.ts';
import type { Cli } from './cli.ts';
import { draftRequest } from './draft-request.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { parseIntent } from './option-parsers.ts';
import { addRequestOptions, type RequestOptions } from './request-options.ts';
import { showOutcome } from './show-outcome.ts';
import { usageError, withService } from './with-service.ts';

const EXAMPLES = `
Examples:
  waybill send system.echo --domain first-steps --business-key u1 --payload '{"hello": "world"}'
  waybill send ui_interaction.click --domain login-flow --business-key u1 \\
    --resource 'dom_element:#login-btn:visible_enabled' --wait-ms 2000
  waybill send ui_interaction.click --context login-flow-1779999960000-002-8a3f9b2c4d5e6f70 --business-key u1 \\
    --resource 'dom_element:#next:visible_enabled' --mode dry_run
  waybill send --file request.json --domain login-flow --json

Exit codes: 0 fulfilled, 1 partially fulfilled or rejected, 2 wrong usage, 3 no answer from the service.`;

export function defineSend(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const command = program
    .command('send')
    .description('Mint a context id, send one request, and show its outcome.')
    .addArgument(new Argument('[intent]', 'intent key, such as ui_interaction.click').argParser(parseIntent));
  addRequestOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (intent: string | undefined, options: RequestOptions) => finish(await send(cli, intent, options)));
}

function send(cli: Cli, intent: string | undefined, options: RequestOptions): Promise<ExitCode> {
  return withService(cli, options, options.json === true, async (client) => {
    const draft = await draftRequest(client, intent, options);
    if ('usageError' in draft) return usageError(cli, draft.usageError);
    return printAnswer(cli, await client.sendRequest(draft.request), options.json === true);
  });
}

export function printAnswer(cli: Cli, answer: Answer, json: boolean): ExitCode {
  for (const line of json ? [JSON.stringify(answer)] : showOutcome(answer)) cli.print(line);
  return answer.outcome.status === 'fulfilled' ? EXIT.ok : EXIT.notFulfilled;
}
