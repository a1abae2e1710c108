import type { Environment } from '@marcbachmann/cel-js';
import Type, { type Static } from 'typebox';
import type { OptionProblem } from '../contracts/adapter.ts';
import { type Failure, type FailureKind, failure } from '../contracts/failure.ts';
import { Effect } from '../contracts/outcome.ts';
import { type Condition, compileCondition } from '../expressions/compile-condition.ts';
import { compileTemplate, type Template } from '../expressions/compile-template.ts';
import { sayShortly } from './say-shortly.ts';
import { takeCompiled } from './take-compiled.ts';

/** The failures that the answer of an upstream may stand for. */
const RULE_KINDS = [
  'adapter_failed',
  'adapter_misbehaved',
  'adapter_unavailable',
  'forbidden',
  'payload_invalid',
  'rate_limited',
  'resource_missing',
  'resource_state_mismatch',
  'postcondition_contradicted',
] as const satisfies readonly FailureKind[];

const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 4000, description }));

/** The first rule whose condition holds says what an answer was. */
export const ErrorRules = Type.Optional(
  Type.Array(
    Type.Object(
      {
        when: Type.String({ minLength: 1, description: 'CEL, true or false.' }),
        kind: Type.Enum(RULE_KINDS, { description: 'The failure that it stands for.' }),
        message: Type.String({ minLength: 1, maxLength: 4000, description: 'A template: what was found, what to do.' }),
        effect: Type.Optional(
          Type.Unsafe<Effect>({
            ...Effect,
            description:
              'How far the act had come by then. Left out: what the kind of the target can tell, else unknown.',
          }),
        ),
        field: Text('The field of the request that is at fault: payload.code.'),
        hint: Text('What to do.'),
        expected: Text('The state that was expected.'),
        actual: Text('A template: the state that was found.'),
      },
      { additionalProperties: false },
    ),
    { maxItems: 64, description: 'What answers stand for failures. The first that holds counts.' },
  ),
);
export type ErrorRules = NonNullable<Static<typeof ErrorRules>>;

export interface Matched {
  readonly failure: Failure;
  /** Undefined: the rule does not say. */
  readonly effect: Effect | undefined;
}

/** Undefined: no rule holds. */
export type MatchErrors = (input: object) => Matched | undefined;

/** Compiles the rules; what is wrong with them goes to `problems`, placed behind `path`. */
export function compileErrorRules(
  language: Environment,
  rules: ErrorRules,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): MatchErrors {
  const compiled = rules.flatMap((rule, index): Compiled[] => {
    const when = takeCompiled(compileCondition(language, rule.when), [...path, index, 'when'], problems);
    const message = takeCompiled(compileTemplate(language, rule.message), [...path, index, 'message'], problems);
    const actual =
      rule.actual === undefined
        ? undefined
        : takeCompiled(compileTemplate(language, rule.actual), [...path, index, 'actual'], problems);
    return when === undefined || message === undefined ? [] : [{ rule, when, message, actual }];
  });
  return (input) => {
    const found = compiled.find(({ when }) => when.judge(input) === true);
    return found === undefined ? undefined : { failure: fail(found, input), effect: found.rule.effect };
  };
}

interface Compiled {
  readonly rule: ErrorRules[number];
  readonly when: Condition;
  readonly message: Template;
  readonly actual: Template | undefined;
}

function fail({ rule, message, actual }: Compiled, input: object): Failure {
  const { kind, field, hint, expected } = rule;
  const found = actual === undefined ? undefined : words(actual, input);
  const details = {
    ...(expected !== undefined && { expected_state: expected }),
    ...(found !== undefined && { actual_state: found }),
  };
  return failure(kind, words(message, input), {
    ...(field !== undefined && { field }),
    ...(hint !== undefined && { hint }),
    ...(Object.keys(details).length > 0 && { details }),
  });
}

/** What an upstream says may hold anything. */
function words(template: Template, input: object): string {
  const rendered = template.render(input);
  const text = 'text' in rendered ? rendered.text : `it can't be told (${rendered.code})`;
  return sayShortly(text);
}
