import type { Environment } from '@marcbachmann/cel-js';
import Type, { type Static } from 'typebox';
import type { Acted, EffectClass, OptionProblem } from '../contracts/adapter.ts';
import { failure } from '../contracts/failure.ts';
import type { JsonValue } from '../contracts/json.ts';
import type { Effect, Verification } from '../contracts/outcome.ts';
import { type Condition, compileCondition } from '../expressions/compile-condition.ts';
import { compileJsonTemplate, type JsonTemplate } from '../expressions/compile-json-template.ts';
import { isUnjudged } from '../expressions/compile-value.ts';
import { compileErrorRules, ErrorRules } from './error-rules.ts';
import { unreadable } from './translate-unjudged.ts';

/** How what came of an intent is read from what the upstream answered. */
export const ANSWER_KEYS = {
  returns: Type.Optional(
    Type.Unknown({ description: 'JSON template over response: the result. Left out: what was answered.' }),
  ),
  errors: ErrorRules,
  verify: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'CEL over response, true or false: whether what was asked for is there.',
    }),
  ),
};
const AnswerSection = Type.Object(ANSWER_KEYS);
type AnswerSection = Static<typeof AnswerSection>;

/** `input` holds the answer as `response`. */
export type ReadAnswer = (input: { readonly response: JsonValue }) => Acted;

/** Compiles how answers are read; what is wrong goes to `problems`, placed behind `path`. */
export function compileAnswerReader(
  language: Environment,
  { returns, errors = [], verify }: AnswerSection,
  effectClass: EffectClass,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ReadAnswer {
  const matchErrors = compileErrorRules(language, errors, [...path, 'errors'], problems);
  const template = returns === undefined ? undefined : compileReturns(language, returns, path, problems);
  const verifier = verify === undefined ? undefined : compileVerify(language, verify, path, problems);
  const effectOf = (effect: Effect): Effect => (effectClass === 'read' ? 'none' : effect);
  return (input) => {
    const matched = matchErrors(input);
    if (matched !== undefined) return { failure: matched.failure, effect: effectOf(matched.effect ?? 'unknown') };
    const filled = template === undefined ? { value: input.response } : template.fill(input);
    if (isUnjudged(filled)) return { failure: unreadable(filled, 'result'), effect: effectOf('unknown') };
    return { effect: effectOf('applied'), result: filled.value ?? null, ...verifier?.(input) };
  };
}

function compileReturns(
  language: Environment,
  returns: unknown,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): JsonTemplate | undefined {
  const template = compileJsonTemplate(language, returns as JsonValue); // `as`: read from YAML, as JSON
  if (!('problems' in template)) return template;
  for (const { path: inside, problem } of template.problems) {
    problems.push({ path: [...path, 'returns', ...inside], message: `the template ${problem}` });
  }
  return undefined;
}

type Verify = (input: object) => Pick<Acted, 'verification' | 'failure'>;

function compileVerify(
  language: Environment,
  source: string,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): Verify | undefined {
  const condition = compileCondition(language, source);
  if (!('problem' in condition)) return (input) => verify(condition, source, input);
  const { problem, hint } = condition;
  problems.push({
    path: [...path, 'verify'],
    message: `the expression ${problem}`,
    ...(hint !== undefined && { hint }),
  });
  return undefined;
}

function verify(condition: Condition, source: string, input: object): ReturnType<Verify> {
  const judged = condition.judge(input);
  const proven = (status: Verification['status']): Verification => ({
    status,
    post_condition: { condition: source },
    side_effects: [],
  });
  if (typeof judged !== 'boolean') return { verification: proven('unknown') };
  if (judged) return { verification: proven('verified') };
  return {
    verification: proven('contradicted'),
    failure: failure('postcondition_contradicted', `What was asked for is not there: ${source} is not true`, {
      hint: 'The upstream did not refuse, and its answer says that it is otherwise. Look before you send the same again.',
    }),
  };
}
