import type { OptionProblem } from '../contracts/adapter.ts';

/** Throws at the first of them: whoever opens a target has had its options checked. */
export function assertChecked(problems: readonly OptionProblem[]): void {
  const [first] = problems;
  if (first !== undefined) throw new Error(`${first.path.join('.')}: ${first.message}`);
}
