import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import type { Progress } from '../../contracts/progress.ts';
import { sayShortly } from '../../declarative/say-shortly.ts';
import { takeCompiled } from '../../declarative/take-compiled.ts';
import { compileCondition } from '../../expressions/compile-condition.ts';
import { compileTemplate, type Template } from '../../expressions/compile-template.ts';
import { compileValue, isUnjudged, type ValueExpression } from '../../expressions/compile-value.ts';
import type { ExpressionProblem } from '../../expressions/read-expression.ts';
import type { IntentOptions } from './websocket-options.ts';

/** Undefined: the event tells nothing. */
export type ReadProgress = (input: object) => Progress | undefined;

/** Compiles what is told of events; what is wrong goes to `problems`, placed behind `path`. */
export function compileProgress(
  language: Environment,
  { when = 'true', fraction, message }: NonNullable<IntentOptions['progress']>,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ReadProgress {
  const take = <Compiled extends object>(key: string, compiled: Compiled | ExpressionProblem) =>
    takeCompiled(compiled, [...path, key], problems);
  const condition = take('when', compileCondition(language, when));
  const part = fraction === undefined ? undefined : take('fraction', compileValue(language, fraction));
  const words = message === undefined ? undefined : take('message', compileTemplate(language, message));
  return (input) => {
    if (condition?.judge(input) !== true) return undefined;
    const progress = { ...readFraction(part, input), ...readWords(words, input) };
    return Object.keys(progress).length === 0 ? undefined : progress;
  };
}

function readFraction(expression: ValueExpression | undefined, input: object): Pick<Progress, 'fraction'> {
  const evaluated = expression?.evaluate(input);
  if (evaluated === undefined || isUnjudged(evaluated) || typeof evaluated.value !== 'number') return {};
  return { fraction: Math.min(1, Math.max(0, evaluated.value)) };
}

function readWords(template: Template | undefined, input: object): Pick<Progress, 'message'> {
  const rendered = template?.render(input);
  if (rendered === undefined || isUnjudged(rendered)) return {};
  return { message: sayShortly(rendered.text) };
}
