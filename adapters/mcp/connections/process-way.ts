import { resolve } from 'node:path';
import { type Failure, failure } from '../../../contracts/failure.ts';
import type { HideSecrets } from '../../../declarative/hide-secrets.ts';
import { findProgram } from '../../../supervised/find-program.ts';
import { SUPERVISOR } from '../../../supervised/supervised-command.ts';
import { DEFAULT_MAX_MESSAGE_BYTES, DEFAULT_PASSED, type McpTargetOptions } from '../mcp-options.ts';
import { ProcessTransport } from './process-transport.ts';
import type { ServerWay } from './server-transport.ts';

/** To a server that is started by a command: each connection is a process. */
export function openProcessWay(
  command: string,
  options: McpTargetOptions,
  folder: string,
  hideSecrets: HideSecrets,
  onLine: (line: string) => void,
): ServerWay {
  const { directory = '.', arguments: given = [], environment: own = {}, pass_environment: passed } = options;
  const environment = { ...takeFromService(passed ?? DEFAULT_PASSED), ...own };
  const path = environment.PATH ?? process.env.PATH ?? '';
  return {
    createTransport: () => {
      // Looked for each time: it may be installed, or gone, since the last.
      const program = findProgram(command, folder, path);
      const perl = findProgram(SUPERVISOR, folder, path);
      if (program === undefined || perl === undefined) return missing(program === undefined ? command : SUPERVISOR);
      return new ProcessTransport({
        perl,
        command: program,
        arguments: given,
        directory: resolve(folder, directory),
        environment,
        maxMessageBytes: options.max_message_bytes ?? DEFAULT_MAX_MESSAGE_BYTES,
        hideSecrets,
        onLine,
      });
    },
    close: async () => undefined,
  };
}

function takeFromService(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function missing(program: string): Failure {
  return failure('adapter_unavailable', `the program ${program} is not there, or may not be run`);
}
