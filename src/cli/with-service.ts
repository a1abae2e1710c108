import type { WaybillClient } from '../../client/waybill-client.ts';
import { WaybillClientError } from '../../client/waybill-client-error.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { type ClientOptions, openClient, TOKEN_VARIABLE } from './open-client.ts';
import { printable, valueLines } from './printable.ts';

const TOKEN_HINT = `this command sends the token in ${TOKEN_VARIABLE}, or in the variable that --token-env names`;

/** Runs what talks to a service; an answer that did not come is said, and told by the exit code. */
export async function withService(
  cli: Cli,
  at: ClientOptions,
  json: boolean,
  talk: (client: WaybillClient) => Promise<ExitCode>,
): Promise<ExitCode> {
  const client = openClient(cli, at);
  if ('usageError' in client) return usageError(cli, client.usageError);
  try {
    return await talk(client);
  } catch (error) {
    if (!(error instanceof WaybillClientError)) throw error;
    if (json) cli.print(JSON.stringify({ error: toJson(error) }));
    else complain(cli, error);
    return error.kind === 'refused' ? EXIT.notFulfilled : EXIT.unreachable;
  }
}

export function usageError(cli: Cli, message: string): ExitCode {
  cli.complain(`error: ${message}`);
  return EXIT.usage;
}

function complain(cli: Cli, error: WaybillClientError): void {
  cli.complain(printable(`error: ${error.message}`));
  // A single problem stands in the message already.
  const problems = error.answer?.outcome.error?.details?.problems;
  if (Array.isArray(problems) && problems.length > 1) {
    for (const line of valueLines(problems, '  ')) cli.complain(line);
  }
  if (error.answer?.outcome.error?.code === 'unauthenticated') cli.complain(`  ${TOKEN_HINT}`);
  if (error.mayHaveActed) cli.complain('the action may have been done: look before sending it again');
}

function toJson(error: WaybillClientError) {
  const { kind, message, mayHaveActed, httpStatus, answer } = error;
  return { kind, message, may_have_acted: mayHaveActed, http_status: httpStatus, answer };
}
