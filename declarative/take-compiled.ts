import type { OptionProblem } from '../contracts/adapter.ts';
import type { PlacedProblem } from '../expressions/compile-json-template.ts';
import type { ExpressionProblem } from '../expressions/read-expression.ts';

type Mistaken = ExpressionProblem | { readonly problems: readonly PlacedProblem[] };

/** What was compiled; or undefined, and what is wrong with it goes to `problems`, placed at `path`. */
export function takeCompiled<Compiled extends object>(
  compiled: Compiled | Mistaken,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): Compiled | undefined {
  if ('problem' in compiled) {
    const { problem, hint } = compiled as ExpressionProblem; // `as`: nothing that is compiled has such a key
    problems.push(tell(`the expression ${problem}`, path, hint));
    return undefined;
  }
  if ('problems' in compiled) {
    const { problems: found } = compiled as { readonly problems: readonly PlacedProblem[] }; // `as`: as above
    problems.push(
      ...found.map(({ path: inside, problem, hint }) => tell(`the template ${problem}`, [...path, ...inside], hint)),
    );
    return undefined;
  }
  return compiled as Compiled; // `as`: as above
}

function tell(message: string, path: OptionProblem['path'], hint: string | undefined): OptionProblem {
  return hint === undefined ? { path, message } : { path, message, hint };
}
