import type { Environment } from '@marcbachmann/cel-js';
import type { JsonValue } from '../contracts/json.ts';
import { evaluate } from './evaluate.ts';
import { type ExpressionProblem, readExpression, translateEvaluationError, type Unjudged } from './read-expression.ts';
import { toJson } from './to-json.ts';

/** What an expression came to. Undefined: an optional (`payload.?note`) that is not there. */
export type Evaluated = { readonly value: JsonValue | undefined } | Unjudged;

/** An expression that comes to any JSON value. */
export interface ValueExpression {
  readonly source: string;
  evaluate(input: object): Evaluated;
}

/** Reads CEL that comes to a value. */
export function compileValue(environment: Environment, source: string): ValueExpression | ExpressionProblem {
  const read = readExpression(environment, source);
  if ('problem' in read) return read;
  const evaluated = (input: object): Evaluated => {
    try {
      return { value: toJson(evaluate(read.parsed, input)) };
    } catch (thrown) {
      return translateEvaluationError(thrown, source);
    }
  };
  return { source, evaluate: evaluated };
}

export function isUnjudged(evaluated: object): evaluated is Unjudged {
  return 'code' in evaluated && 'at' in evaluated;
}
