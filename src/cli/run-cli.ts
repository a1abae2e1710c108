import { Command, CommanderError } from 'commander';
import { defineAdapter } from './adapter-command.ts';
import type { Cli } from './cli.ts';
import { defineConfig } from './config-command.ts';
import { defineContext } from './context-command.ts';
import { EXIT } from './exit-code.ts';
import { defineExplain } from './explain-command.ts';
import { defineImport } from './import-command.ts';
import { defineInit } from './init-command.ts';
import { defineKey } from './key-command.ts';
import { defineMcp } from './mcp-command.ts';
import { defineReceipt } from './receipt-command.ts';
import { defineReplay } from './replay-command.ts';
import { defineRoutes } from './routes-command.ts';
import { defineSend } from './send-command.ts';
import { defineServe } from './serve-command.ts';
import { defineWrap } from './wrap-command.ts';

const HELP = `
Exit codes: 0 done and fulfilled, 1 not fulfilled, 2 wrong usage or configuration, 3 no answer from the service,
4 the service could not start.

Environment: WAYBILL_SECRET signs context ids (32 bytes or more, commas between several, the first signs),
WAYBILL_CONFIG names the configuration file, WAYBILL_URL the service that send, explain and replay talk to, WAYBILL_TOKEN holds the
key or token for it.`;

/** Runs one command line (without node and script), and returns what the process should exit with. */
export async function runCli(cli: Cli, args: readonly string[]): Promise<number> {
  const exit: { code: number } = { code: EXIT.ok };
  try {
    await defineProgram(cli, (code) => {
      exit.code = code;
    }).parseAsync(args, { from: 'user' });
    return exit.code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version were asked for and shown; everything else that commander throws is wrong usage.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}

function defineProgram(cli: Cli, finish: (code: number) => void): Command {
  const program = new Command('waybill')
    .description('A stateless MCP v2 semantic router: one self-contained request in, one proven outcome out.')
    .version(cli.version)
    .showHelpAfterError('(--help shows the options)')
    .showSuggestionAfterError()
    .addHelpText('after', HELP)
    .configureOutput({
      writeOut: (text) => cli.print(text.trimEnd()),
      writeErr: (text) => cli.complain(text.trimEnd()),
    })
    .exitOverride();
  for (const define of [
    defineServe,
    defineMcp,
    defineWrap,
    defineConfig,
    defineContext,
    defineSend,
    defineReplay,
    defineExplain,
    defineRoutes,
    defineKey,
    defineImport,
    defineInit,
    defineAdapter,
    defineReceipt,
  ]) {
    define(program, cli, finish);
  }
  return program;
}
