import { isDeepStrictEqual } from 'node:util';
import type { Acted, IntentDeclaration } from '../../contracts/adapter.ts';
import { isFailure } from '../../contracts/failure.ts';
import { EFFECTS, Verification } from '../../contracts/outcome.ts';
import { Progress } from '../../contracts/progress.ts';
import { type CompileSchema, createSchemaCompiler } from '../../src/core/schema-validator.ts';
import { type AdapterSubject, type Attempt, type CallSubject, isLeftOut } from '../adapter-subject.ts';
import { type Bench, onBench, show } from '../bench.ts';
import { type ContractCase, caseWith, expectNone } from '../contract-case.ts';
import { findMisfit } from '../find-misfit.ts';
import { findUnplain } from '../find-unplain.ts';
import { sizeProblems } from '../size-problems.ts';

export function actingCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  const judging = (name: string, judge: Judge): ContractCase => ({
    name,
    run: () => onBench(subject, async (bench) => expectNone(await judgeEach(bench, judge))),
  });
  return [
    {
      name: 'a working call of every intent fits its payload schema and is fulfilled',
      run: () =>
        onBench(subject, async (bench) => {
          const compile = createSchemaCompiler();
          const problems: string[] = [];
          for (const { intent, call } of bench.workingCalls())
            problems.push(...(await whyUnfulfilled(bench, intent, call, compile)));
          expectNone(problems);
        }),
    },
    ...leftOutCalls(subject),
    judging('every result fits the schema that its intent declares', ({ key, result }, { acted }, compile) => {
      if (acted === undefined || acted.failure !== undefined) return [];
      const misfit = findMisfit(compile, result, acted.result ?? null);
      return misfit === undefined ? [] : [`Expected the result of ${key} to fit its schema, found: ${misfit}`];
    }),
    judging('every result is JSON', ({ key }, { acted }) => {
      const found = acted?.result === undefined ? undefined : findUnplain(acted.result);
      return found === undefined ? [] : [`Expected the result of ${key} to be plain JSON, found ${found}`];
    }),
    judging('effects are honest', judgeEffect),
    judging('progress fits the contract and is bounded', ({ key }, attempt, compile) => {
      const misfits = attempt.told.map((progress) => findMisfit(compile, Progress, progress));
      const found = misfits.find((misfit) => misfit !== undefined);
      const problems =
        found === undefined ? [] : [`Expected the progress of ${key} to fit its schema, found: ${found}`];
      return [...problems, ...sizeProblems(key, attempt).filter((problem) => problem.includes('progress'))];
    }),
    caseWith(subject.world, 'an intent that reads changes nothing', (world) =>
      onBench(subject, async (bench) => {
        const problems: string[] = [];
        const attempts: Attempt[] = [];
        for (const { intent, call } of bench.workingCalls().filter((each) => each.intent.effect === 'read')) {
          const ready = await bench.ready(call);
          const before = await world();
          attempts.push(await bench.attempt(intent.key, ready));
          const after = await world();
          if (!isDeepStrictEqual(after, before))
            problems.push(`Expected ${intent.key} to change nothing, found ${show(before)} turned into ${show(after)}`);
        }
        if (attempts.length > 0) expectFulfilled(attempts);
        expectNone(problems);
      }),
    ),
  ];
}

/** A case that finds nothing to judge proves nothing. */
function expectFulfilled(attempts: readonly Attempt[]): void {
  if (attempts.some(({ acted }) => acted !== undefined && acted.failure === undefined)) return;
  const [first] = attempts;
  throw new Error(`Expected a fulfilled call to judge, found none: ${first?.problem ?? show(first?.acted)}`);
}

type Judge = (intent: IntentDeclaration, attempt: Attempt, compile: CompileSchema) => readonly string[];

async function judgeEach(bench: Bench, judge: Judge): Promise<readonly string[]> {
  const compile = createSchemaCompiler();
  const problems: string[] = [];
  const attempts: Attempt[] = [];
  for (const { intent, call } of bench.workingCalls()) {
    const attempt = await bench.attempt(intent.key, call);
    attempts.push(attempt);
    problems.push(...judge(intent, attempt, compile));
  }
  expectFulfilled(attempts);
  return problems;
}

async function whyUnfulfilled(
  bench: Bench,
  { key, payload }: IntentDeclaration,
  call: CallSubject,
  compile: CompileSchema,
): Promise<readonly string[]> {
  const { working, acted, problem } = await bench.attempt(key, call);
  const misfit = working && findMisfit(compile, payload, working.payload);
  if (misfit !== undefined) return [`Expected the working call of ${key} to fit its payload schema, found: ${misfit}`];
  if (acted === undefined) return [problem ?? `${key} came to nothing`];
  return acted.failure === undefined
    ? []
    : [`Expected ${key} to be fulfilled, found the failure ${show(acted.failure)}`];
}

/** Each intent without a working call is seen in the list, with its reason. */
function leftOutCalls<Options>({ calls }: AdapterSubject<Options>): readonly ContractCase[] {
  return Object.entries(calls).flatMap(([key, call]) =>
    isLeftOut(call)
      ? [caseWith(call, `a working call of ${key} fits its payload schema and is fulfilled`, async () => {})]
      : [],
  );
}

function judgeEffect(
  { key, effect: effectClass }: IntentDeclaration,
  { acted }: Attempt,
  compile: CompileSchema,
): readonly string[] {
  if (acted === undefined) return [];
  const { effect, verification } = acted;
  const misfit = verification && findMisfit(compile, Verification, verification);
  return [
    ...(EFFECTS.includes(effect) ? [] : [`Expected an effect of ${key}, found ${show(effect)}`]),
    ...(misfit === undefined ? [] : [`Expected the verification of ${key} to fit its schema, found: ${misfit}`]),
    ...whyDishonest(key, effectClass, acted),
  ];
}

function whyDishonest(key: string, effectClass: IntentDeclaration['effect'], { effect, failure }: Acted): string[] {
  if (effectClass === 'read')
    return effect === 'none' ? [] : [`Expected the effect "none" of ${key}, which reads, found "${effect}"`];
  if (isFailure(failure)) return [];
  if (effect === 'partial' || effect === 'unknown')
    return [`Expected "applied" of ${key}, which met its contract, found "${effect}"`];
  return effectClass === 'unsafe' && effect === 'none'
    ? [`Expected "applied" of ${key}, which is unsafe and was fulfilled, found "none"`]
    : [];
}
