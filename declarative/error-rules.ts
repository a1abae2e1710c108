import type { Environment } from '@marcbachmann/cel-js';
import Type, { type Static } from 'typebox';
import type { OptionProblem } from '../contracts/adapter.ts';
import { type Failure, type FailureKind, failure } from '../contracts/failure.ts';
import { Effect } from '../contracts/outcome.ts';
import { type Condition, compileCondition } from '../expressions/compile-condition.ts';
import { compileTemplate, type Template } from '../expressions/compile-template.ts';
import { sayShortly } from './say-shortly.ts';

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
    const report = reporter([...path, index], problems);
    const when = report('when', compileCondition(language, rule.when));
    const message = report('message', compileTemplate(language, rule.message));
    const actual = rule.actual === undefined ? undefined : report('actual', compileTemplate(language, rule.actual));
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

type Report = <Result extends object>(
  key: string,
  result: Result | { readonly problem: string; readonly hint?: string },
) => Result | undefined;

function reporter(path: OptionProblem['path'], problems: OptionProblem[]): Report {
  return (key, result) => {
    if (!('problem' in result)) return result;
    const { problem, hint } = result as { readonly problem: string; readonly hint?: string }; // `as`: no result of ours has such a key
    problems.push({ path: [...path, key], message: `the expression ${problem}`, ...(hint !== undefined && { hint }) });
    return undefined;
  };
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
