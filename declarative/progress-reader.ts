import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../contracts/adapter.ts';
import type { Progress } from '../contracts/progress.ts';
import type { JsonTemplate } from '../expressions/compile-json-template.ts';
import { compileTemplate, type Template } from '../expressions/compile-template.ts';
import { compileValue, isUnjudged, type ValueExpression } from '../expressions/compile-value.ts';
import { sayShortly } from './say-shortly.ts';
import { takeCompiled } from './take-compiled.ts';
import { takeCondition } from './take-condition.ts';
import { takeJsonTemplate } from './take-json-template.ts';

/** What a configuration says of how progress is read from an upstream. */
interface ProgressSection {
  /** CEL: what tells of it. Left out: everything does. */
  readonly when?: string | undefined;
  readonly fraction?: string | undefined;
  readonly message?: string | undefined;
  readonly data?: unknown;
}

/** Undefined: there is nothing to tell. */
export type ReadProgress = (input: object) => Progress | undefined;

/**
 * Compiles what is told of something that goes on; what is wrong goes to `problems`, placed behind `path`. What can't be read is
 * left out: progress is a help, no part of the result.
 */
export function compileProgressReader(
  language: Environment,
  { when, fraction, message, data }: ProgressSection,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ReadProgress {
  const condition = takeCondition(language, when, [...path, 'when'], problems);
  const part =
    fraction === undefined
      ? undefined
      : takeCompiled(compileValue(language, fraction), [...path, 'fraction'], problems);
  const words =
    message === undefined
      ? undefined
      : takeCompiled(compileTemplate(language, message), [...path, 'message'], problems);
  const more = takeJsonTemplate(language, data, [...path, 'data'], problems);
  return (input) => {
    if (condition !== undefined && condition.judge(input) !== true) return undefined;
    const progress = { ...readFraction(part, input), ...readWords(words, input), ...readData(more, input) };
    // What `when` says is progress tells at least that something went on.
    return when === undefined && Object.keys(progress).length === 0 ? undefined : progress;
  };
}

function readFraction(expression: ValueExpression | undefined, input: object): Pick<Progress, 'fraction'> {
  const evaluated = expression?.evaluate(input);
  if (evaluated === undefined || isUnjudged(evaluated) || typeof evaluated.value !== 'number') return {};
  return { fraction: Math.min(1, Math.max(0, evaluated.value)) };
}

function readWords(template: Template | undefined, input: object): Pick<Progress, 'message'> {
  const rendered = template?.render(input);
  return rendered === undefined || isUnjudged(rendered) ? {} : { message: sayShortly(rendered.text) };
}

function readData(template: JsonTemplate | undefined, input: object): Pick<Progress, 'data'> {
  const filled = template?.fill(input);
  return filled === undefined || isUnjudged(filled) || filled.value === undefined ? {} : { data: filled.value };
}
