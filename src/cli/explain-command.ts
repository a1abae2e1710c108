import { Argument, type Command } from 'commander';
import type { Cli } from './cli.ts';
import { draftRequest } from './draft-request.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { parseIntent } from './option-parsers.ts';
import { addRequestOptions, type RequestOptions } from './request-options.ts';
import { showExplanation } from './show-explanation.ts';
import { usageError, withService } from './with-service.ts';

const EXAMPLES = `
Examples:
  waybill explain ui_interaction.click --domain login-flow --business-key u1 \\
    --resource 'dom_element:#login-btn:visible_enabled'
  waybill explain --file request.json --json

Exit codes: 0 it would act, 1 it would be refused, 2 wrong usage, 3 no answer from the service.`;

export function defineExplain(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const command = program
    .command('explain')
    .description('Show what a request would meet, without any effect.')
    .addArgument(new Argument('[intent]', 'intent key, such as ui_interaction.click').argParser(parseIntent));
  addRequestOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (intent: string | undefined, options: RequestOptions) => finish(await explain(cli, intent, options)));
}

function explain(cli: Cli, intent: string | undefined, options: RequestOptions): Promise<ExitCode> {
  return withService(cli, options, options.json === true, async (client) => {
    const draft = await draftRequest(client, intent, options);
    if ('usageError' in draft) return usageError(cli, draft.usageError);
    const explanation = await client.explain(draft.request);
    for (const line of options.json ? [JSON.stringify(explanation)] : showExplanation(explanation)) cli.print(line);
    return explanation.would === 'act' ? EXIT.ok : EXIT.notFulfilled;
  });
}
