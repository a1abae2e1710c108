import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../contracts/adapter.ts';
import { type Condition, compileCondition } from '../expressions/compile-condition.ts';
import { takeCompiled } from './take-compiled.ts';

/** A condition, where one is configured; what is wrong with it goes to `problems`, placed at `path`. */
export function takeCondition(
  language: Environment,
  source: string | undefined,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): Condition | undefined {
  return source === undefined ? undefined : takeCompiled(compileCondition(language, source), path, problems);
}
