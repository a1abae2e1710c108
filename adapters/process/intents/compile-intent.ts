import type { IntentDeclaration, OptionProblem } from '../../../contracts/adapter.ts';
import { declareIntent } from '../../../declarative/declare-intent.ts';
import { compileErrorRules, type MatchErrors } from '../../../declarative/error-rules.ts';
import { compileProgressReader, type ReadProgress } from '../../../declarative/progress-reader.ts';
import { compileAnswerReader, type ReadAnswer } from '../../../declarative/read-answer.ts';
import { takeCompiled } from '../../../declarative/take-compiled.ts';
import { CALL_VARIABLES } from '../../../declarative/template-input.ts';
import { compileTemplate, type Template } from '../../../expressions/compile-template.ts';
import { openLanguage } from '../../../expressions/open-language.ts';
import type { CommandSection } from '../command/command-keys.ts';
import { compileCommand, type PrepareCommand } from '../command/compile-command.ts';
import type { IntentOptions } from '../process-options.ts';

/** One intent of the configuration, ready to run. */
export interface ProcessIntent {
  readonly declaration: IntentDeclaration;
  /** Undefined: the target's own. */
  readonly command: string | undefined;
  readonly prepare: PrepareCommand;
  readonly output: CommandSection['output'];
  readonly lock: IntentLock | undefined;
  readonly readProgress: ReadProgress | undefined;
  readonly matchErrors: MatchErrors;
  /** Of a command that ended well. */
  readonly readAnswer: ReadAnswer;
}

export interface IntentLock {
  readonly file: Template;
  readonly create: boolean;
  readonly waitMs: number | undefined;
}

export function compileIntent(
  key: string,
  section: IntentOptions,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ProcessIntent {
  const language = openLanguage([...CALL_VARIABLES, 'response']);
  const { effect, errors = [], progress, returns = '{{ response.stdout }}', verify } = section;
  return {
    declaration: declareIntent(key, section, effect),
    command: section.command,
    prepare: compileCommand(CALL_VARIABLES, section, path, problems),
    output: section.output,
    lock: compileLock(section.lock, [...path, 'lock'], problems),
    readProgress: progress && compileProgress(progress, [...path, 'progress'], problems),
    matchErrors: compileErrorRules(language, errors, [...path, 'errors'], problems),
    readAnswer: compileAnswerReader(
      language,
      { returns, ...(verify !== undefined && { verify }) },
      effect,
      path,
      problems,
    ),
  };
}

function compileProgress(
  section: NonNullable<IntentOptions['progress']>,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ReadProgress {
  const language = openLanguage([...CALL_VARIABLES, 'line']);
  return compileProgressReader(language, { message: '{{ line }}', ...section }, path, problems);
}

function compileLock(
  section: IntentOptions['lock'],
  path: OptionProblem['path'],
  problems: OptionProblem[],
): IntentLock | undefined {
  if (section === undefined) return undefined;
  const file = takeCompiled(compileTemplate(openLanguage(CALL_VARIABLES), section.file), [...path, 'file'], problems);
  return file === undefined ? undefined : { file, create: section.create ?? false, waitMs: section.wait_ms };
}
