import type { JsonValue } from '../../../contracts/json.ts';
import { parseJson } from '../../../declarative/parse-json.ts';
import type { RunEnd } from '../run/run-end.ts';
import type { CommandSection } from './command-keys.ts';

/** What a command said, as expressions see it. */
export type Response = {
  readonly exit_code: number | null;
  /** The number of the signal that ended it. */
  readonly signal: number | null;
  readonly stdout: JsonValue;
  readonly stderr: string;
};

export interface ReadResponse {
  readonly response: Response;
  /** Whether the standard output is in the form that the configuration says. */
  readonly isReadable: boolean;
}

export function readResponse(end: RunEnd, output: CommandSection['output'] = 'text'): ReadResponse {
  const stdout = readOutput(end.stdout, output);
  return {
    response: {
      exit_code: end.exitCode ?? null,
      signal: end.signal ?? null,
      stdout: stdout ?? null,
      stderr: end.stderr,
    },
    isReadable: stdout !== undefined,
  };
}

/** Undefined: it is not in that form. */
function readOutput(text: string, output: NonNullable<CommandSection['output']>): JsonValue | undefined {
  if (output === 'text') return text;
  if (output === 'lines') return linesOf(text);
  return parseJson(text);
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  // The last line is ended like all the others: nothing comes after it.
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
