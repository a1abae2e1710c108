import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { evaluate } from './evaluate.ts';
import { type ExpressionProblem, readExpression, translateEvaluationError, type Unjudged } from './read-expression.ts';

/** An expression that is true or false. */
export interface Condition {
  readonly tree: ASTNode;
  judge(input: object): boolean | Unjudged;
}

/** Reads CEL that comes to true or false. */
export function compileCondition(environment: Environment, source: string): Condition | ExpressionProblem {
  const read = readExpression(environment, source);
  if ('problem' in read) return read;
  const { parsed, type } = read;
  if (type !== 'bool') return notBoolean(type);
  const judge = (input: object): boolean | Unjudged => {
    try {
      const value: unknown = evaluate(parsed, input);
      return typeof value === 'boolean' ? value : { code: 'not_boolean', at: source };
    } catch (thrown) {
      return translateEvaluationError(thrown, source);
    }
  };
  return { tree: parsed.ast, judge };
}

function notBoolean(type: string): ExpressionProblem {
  return type === 'dyn'
    ? {
        problem: 'may come to anything, and must come to true or false',
        hint: 'compare it with something: payload.urgent == true',
      }
    : { problem: `comes to ${type}, and must come to true or false` };
}
