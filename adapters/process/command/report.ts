import type { OptionProblem } from '../../../contracts/adapter.ts';
import type { ExpressionProblem } from '../../../expressions/read-expression.ts';

/** What was compiled, or undefined with its problem reported. */
export function report<Result extends object>(
  compiled: Result | ExpressionProblem,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): Result | undefined {
  if (!isProblem(compiled)) return compiled;
  const { problem, hint } = compiled;
  problems.push({ path, message: `the expression ${problem}`, ...(hint !== undefined && { hint }) });
  return undefined;
}

function isProblem(compiled: object): compiled is ExpressionProblem {
  return 'problem' in compiled;
}
