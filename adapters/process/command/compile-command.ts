import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OptionProblem } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import { takeCompiled } from '../../../declarative/take-compiled.ts';
import { takeJsonTemplate } from '../../../declarative/take-json-template.ts';
import { unfillable } from '../../../declarative/translate-unjudged.ts';
import type { JsonTemplate } from '../../../expressions/compile-json-template.ts';
import { compileTemplate, type Template } from '../../../expressions/compile-template.ts';
import { isUnjudged } from '../../../expressions/compile-value.ts';
import { openLanguage } from '../../../expressions/open-language.ts';
import type { CommandSection } from './command-keys.ts';
import { compileArguments, type FillArguments } from './compile-arguments.ts';
import { wrapTcl, writeTclWord } from './write-tcl.ts';

/** A command with everything filled in. */
export interface Prepared {
  readonly arguments: readonly string[];
  readonly stdin?: string;
  /** A script to be written to a file of its own first. */
  readonly script?: { readonly file: string; readonly text: string };
}

export type PrepareCommand = (input: object) => Prepared | Failure;

/** Compiles what a command is started with; what is wrong goes to `problems`, placed behind `path`. */
export function compileCommand(
  variables: readonly string[],
  section: CommandSection,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): PrepareCommand {
  const { tcl, stdin, arguments: templates = [] } = section;
  const isFromFile = tcl?.from === 'file';
  if (tcl !== undefined && stdin !== undefined) {
    const message = 'a command has one standard input, and here are two: stdin and tcl';
    problems.push({ path: [...path, 'stdin'], message, hint: 'remove one of them' });
  }
  if (isFromFile && !templates.some((template) => template.includes('tcl_file'))) {
    const message = 'the script is written to a file, and no argument names it: it would never run';
    problems.push({
      path: [...path, 'tcl', 'from'],
      message,
      hint: 'give the program "{{ tcl_file }}" as an argument',
    });
  }
  const language = openLanguage(isFromFile ? [...variables, 'tcl_file'] : variables);
  const fillArguments = compileArguments(language, templates, [...path, 'arguments'], problems);
  const json = takeJsonTemplate(language, stdin, [...path, 'stdin'], problems);
  const script =
    tcl === undefined
      ? undefined
      : takeCompiled(compileTemplate(openLanguage(variables), tcl.script), [...path, 'tcl', 'script'], problems);
  return (input) => prepare({ fillArguments, stdin: json, script, isFromFile }, input);
}

interface Parts {
  readonly fillArguments: FillArguments;
  readonly stdin: JsonTemplate | undefined;
  readonly script: Template | undefined;
  readonly isFromFile: boolean;
}

function prepare({ fillArguments, stdin, script, isFromFile }: Parts, input: object): Prepared | Failure {
  const file = isFromFile ? join(tmpdir(), `waybill-${randomUUID()}.tcl`) : undefined;
  const filled = fillArguments(file === undefined ? input : { ...input, tcl_file: file });
  if (isFailure(filled)) return filled;
  if (script !== undefined) {
    const rendered = script.render(input, writeTclWord);
    if (isUnjudged(rendered)) return unfillable(rendered, 'Tcl script');
    const text = wrapTcl(rendered.text);
    return file === undefined ? { arguments: filled, stdin: text } : { arguments: filled, script: { file, text } };
  }
  if (stdin === undefined) return { arguments: filled };
  const value = stdin.fill(input);
  if (isUnjudged(value)) return unfillable(value, 'standard input');
  if (value.value === undefined) return failure('payload_invalid', 'The standard input comes to nothing');
  return { arguments: filled, stdin: `${JSON.stringify(value.value)}\n` };
}
