import type { AdapterSubject, DistinctCalls, WorkingCall } from '../adapter-subject.ts';
import { type Bench, onBench, type Running, show } from '../bench.ts';
import { type ContractCase, caseWith, expectNone } from '../contract-case.ts';

/** Or as many as a target of this kind is sent at once. */
const MOST_CALLS = 20;

export function manyAtOnceCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  const count = Math.min(subject.kind.concurrency ?? MOST_CALLS, MOST_CALLS);
  return [
    caseWith(subject.distinct, 'each of many calls at once gets its own result and progress', (distinct) =>
      onBench(subject, async (bench) => {
        const working: WorkingCall[] = [];
        for (let number = 1; number <= count; number += 1) working.push(await bench.ready(distinct.call(number)));
        const running = working.map((call, index) => ({ number: index + 1, run: bench.begin(distinct.intent, call) }));
        const judged = await Promise.all(running.map(({ number, run }) => judge(bench, distinct, number, run)));
        expectNone(judged.flat());
      }),
    ),
  ];
}

async function judge(bench: Bench, distinct: DistinctCalls, number: number, run: Running): Promise<readonly string[]> {
  const { acted, problem, told } = await bench.inTime(`call ${number} of many`, run.ended, bench.workingMs);
  if (acted === undefined) return [problem ?? `call ${number} came to nothing`];
  if (acted.failure !== undefined)
    return [`Expected call ${number} of many to be fulfilled, found ${show(acted.failure)}`];
  const found = distinct.numberOf(acted.result ?? null);
  const { numberOfProgress = () => number } = distinct;
  const strange = told.map(numberOfProgress).find((other) => other !== number);
  return [
    ...(found === number ? [] : [`Expected call ${number} to get its own result, found that of call ${found}`]),
    ...(strange === undefined
      ? []
      : [`Expected call ${number} to get its own progress, found that of call ${strange}`]),
  ];
}
