import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../../contracts/adapter.ts';
import type { Progress } from '../../../contracts/progress.ts';
import { sayShortly } from '../../../declarative/say-shortly.ts';
import { takeCompiled } from '../../../declarative/take-compiled.ts';
import { compileCondition } from '../../../expressions/compile-condition.ts';
import { compileTemplate, type Template } from '../../../expressions/compile-template.ts';
import { compileValue, isUnjudged, type ValueExpression } from '../../../expressions/compile-value.ts';
import type { IntentOptions } from '../process-options.ts';

/** Undefined: the line tells nothing of it. */
export type ReadProgress = (line: string, input: object) => Progress | undefined;

/** Compiles which lines tell how far a command is; what is wrong goes to `problems`, placed behind `path`. */
export function compileProgress(
  language: Environment,
  section: NonNullable<IntentOptions['progress']>,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ReadProgress {
  const when = takeCompiled(compileCondition(language, section.when), [...path, 'when'], problems);
  const fraction =
    section.fraction === undefined
      ? undefined
      : takeCompiled(compileValue(language, section.fraction), [...path, 'fraction'], problems);
  const message =
    section.message === undefined
      ? undefined
      : takeCompiled(compileTemplate(language, section.message), [...path, 'message'], problems);
  return (line, call) => {
    const input = { ...call, line };
    // What can't be judged is no line of progress: it must not end the command.
    if (when?.judge(input) !== true) return undefined;
    const told = fraction === undefined ? undefined : readFraction(fraction, input);
    const said = message === undefined ? line : readMessage(message, input);
    return {
      ...(told !== undefined && { fraction: told }),
      ...(said !== undefined && { message: sayShortly(said) }),
    };
  };
}

function readFraction(expression: ValueExpression, input: object): number | undefined {
  const evaluated = expression.evaluate(input);
  if (isUnjudged(evaluated) || typeof evaluated.value !== 'number') return undefined;
  return Math.min(1, Math.max(0, evaluated.value));
}

function readMessage(template: Template, input: object): string | undefined {
  const rendered = template.render(input);
  return isUnjudged(rendered) ? undefined : rendered.text;
}
