import type { ASTNode, Environment, ParseResult, SourceRange, TypeCheckResult } from '@marcbachmann/cel-js';

/** What is wrong with an expression: found out at boot. */
export interface ExpressionProblem {
  readonly problem: string;
  readonly hint?: string;
}

/** Why an expression came to no value. Holds words of the expression and of this code only: what it read may be a secret. */
export interface Unjudged {
  /** What happened, as a token: `no_such_key`. */
  readonly code: string;
  /** The part of the expression where it did. */
  readonly at: string;
}

/** An expression that can be evaluated, and what it comes to as far as that is known before. */
export interface ReadExpression {
  readonly parsed: ParseResult;
  readonly type: NonNullable<TypeCheckResult['type']>;
}

/** Reads CEL, and checks its names and types against the environment. */
export function readExpression(environment: Environment, source: string): ReadExpression | ExpressionProblem {
  let parsed: ParseResult;
  try {
    parsed = environment.parse(source);
  } catch (thrown) {
    return { problem: `is no CEL expression: ${tell(thrown, source)}` };
  }
  if (callOf(parsed.ast, ['matches']) !== undefined) return SLOW;
  const checked = parsed.check();
  if (!checked.valid) return { problem: `can't be judged: ${tell(checked.error, source)}` };
  return { parsed, type: checked.type ?? 'dyn' };
}

/** What evaluating came to nothing for. */
export function translateEvaluationError(thrown: unknown, source: string): Unjudged {
  const { code, range } = causeOf(thrown);
  return { code: code ?? 'not_evaluated', at: range === undefined ? source : source.slice(range.start, range.end) };
}

/** Every node of an expression, itself first. */
export function nodesOf(node: ASTNode): ASTNode[] {
  return [node, ...partsOf(node.args).flatMap(nodesOf)];
}

/** The first call of a method of one of these names. */
export function callOf(tree: ASTNode, names: readonly string[]): ASTNode | undefined {
  return nodesOf(tree).find(({ op, args }) => op === 'rcall' && names.includes(args[0]));
}

/** JavaScript's regular expressions take as long as a stranger's text likes; those of CEL's specification don't. */
const SLOW: ExpressionProblem = {
  problem:
    'calls matches(), which is not offered: there are texts on which a regular expression would hold up the service',
  hint: 'use ==, in, startsWith, endsWith or contains',
};

function tell(thrown: unknown, source: string): string {
  const { summary, range } = causeOf(thrown);
  const place = range === undefined || range.start >= source.length ? '' : ` (character ${range.start + 1})`;
  return `${summary ?? String(thrown)}${place}`;
}

interface Cause {
  readonly code?: string | undefined;
  readonly range?: SourceRange | undefined;
  readonly summary?: string | undefined;
}

/** The errors of CEL carry these; some of JavaScript's own pass through it (an unknown time zone), and carry none. */
function causeOf(thrown: unknown): Cause {
  // `as`: every part is optional, so it holds for any error; what is no object has none of them
  return typeof thrown === 'object' && thrown !== null ? (thrown as Cause) : {};
}

/** The nodes among the arguments of one, which are nodes, names, values, or lists of those. */
function partsOf(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(partsOf);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}
