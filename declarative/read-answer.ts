import type { Environment } from '@marcbachmann/cel-js';
import Type, { type Static } from 'typebox';
import type { Acted, EffectClass, OptionProblem } from '../contracts/adapter.ts';
import { failure } from '../contracts/failure.ts';
import type { JsonValue } from '../contracts/json.ts';
import type { Effect, Verification } from '../contracts/outcome.ts';
import type { Condition } from '../expressions/compile-condition.ts';
import { isUnjudged } from '../expressions/compile-value.ts';
import { compileErrorRules, ErrorRules } from './error-rules.ts';
import { takeCondition } from './take-condition.ts';
import { takeJsonTemplate } from './take-json-template.ts';
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
  const template = takeJsonTemplate(language, returns, [...path, 'returns'], problems);
  const condition = takeCondition(language, verify, [...path, 'verify'], problems);
  const effectOf = (effect: Effect): Effect => (effectClass === 'read' ? 'none' : effect);
  return (input) => {
    const matched = matchErrors(input);
    if (matched !== undefined) return { failure: matched.failure, effect: effectOf(matched.effect ?? 'unknown') };
    const filled = template === undefined ? { value: input.response } : template.fill(input);
    if (isUnjudged(filled)) return { failure: unreadable(filled, 'result'), effect: effectOf('unknown') };
    return {
      effect: effectOf('applied'),
      result: filled.value ?? null,
      ...(condition && prove(condition, verify, input)),
    };
  };
}

function prove(condition: Condition, source = '', input: object): Pick<Acted, 'verification' | 'failure'> {
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
