import type { IntentDeclaration, OptionProblem } from '../../../contracts/adapter.ts';
import { checkSchemas } from '../../../declarative/check-schemas.ts';
import { declareIntent } from '../../../declarative/declare-intent.ts';
import { compileErrorRules, type MatchErrors } from '../../../declarative/error-rules.ts';
import { CALL_VARIABLES } from '../../../declarative/template-input.ts';
import { type Condition, compileCondition } from '../../../expressions/compile-condition.ts';
import type { JsonTemplate } from '../../../expressions/compile-json-template.ts';
import { compileTemplate, type Template } from '../../../expressions/compile-template.ts';
import { openLanguage } from '../../../expressions/open-language.ts';
import type { CommandSection } from '../command/command-keys.ts';
import { compileCommand, type PrepareCommand } from '../command/compile-command.ts';
import { compileJson } from '../command/compile-json.ts';
import { compileProgress, type ReadProgress } from '../command/compile-progress.ts';
import { report } from '../command/report.ts';
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
  readonly returns: JsonTemplate | undefined;
  readonly matchErrors: MatchErrors;
  readonly verify: Condition | undefined;
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
  problems.push(...checkSchemas(section, path));
  const language = openLanguage([...CALL_VARIABLES, 'response']);
  const { progress, returns, verify } = section;
  return {
    declaration: declareIntent(key, section, section.effect),
    command: section.command,
    prepare: compileCommand(CALL_VARIABLES, section, path, problems),
    output: section.output,
    lock: compileLock(section.lock, [...path, 'lock'], problems),
    readProgress:
      progress && compileProgress(openLanguage([...CALL_VARIABLES, 'line']), progress, [...path, 'progress'], problems),
    returns: returns === undefined ? undefined : compileJson(language, returns, [...path, 'returns'], problems),
    matchErrors: compileErrorRules(language, section.errors ?? [], [...path, 'errors'], problems),
    verify:
      verify === undefined ? undefined : report(compileCondition(language, verify), [...path, 'verify'], problems),
  };
}

function compileLock(
  section: IntentOptions['lock'],
  path: OptionProblem['path'],
  problems: OptionProblem[],
): IntentLock | undefined {
  if (section === undefined) return undefined;
  const file = report(compileTemplate(openLanguage(CALL_VARIABLES), section.file), [...path, 'file'], problems);
  return file === undefined ? undefined : { file, create: section.create ?? false, waitMs: section.wait_ms };
}
