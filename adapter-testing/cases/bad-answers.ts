import { isFailure } from '../../contracts/failure.ts';
import type { AdapterSubject } from '../adapter-subject.ts';
import { onBench, show } from '../bench.ts';
import { type ContractCase, caseWith, expectNone } from '../contract-case.ts';
import { sizeProblems } from '../size-problems.ts';

export function badAnswerCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  return [
    caseWith(subject.badAnswers, 'an answer that makes no sense is a failure, never a throw', (calls) =>
      onBench(subject, async (bench) => {
        const problems: string[] = [];
        for (const [index, { intent, call }] of calls.entries()) {
          const { acted, problem } = await bench.attempt(intent, call);
          if (acted === undefined) problems.push(`Bad answer ${index + 1}: ${problem}`);
          else if (!isFailure(acted.failure))
            problems.push(`Expected a failure of bad answer ${index + 1} (${intent}), found ${show(acted)}`);
        }
        expectNone(problems);
      }),
    ),
    caseWith(subject.flood, 'an answer without end is cut off', ({ intent, call }) =>
      onBench(subject, async (bench) => {
        const attempt = await bench.attempt(intent, call);
        if (attempt.acted === undefined) throw new Error(attempt.problem);
        expectNone(sizeProblems(intent, attempt));
      }),
    ),
  ];
}
