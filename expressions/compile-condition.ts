import type { ASTNode, Environment, ParseResult, SourceRange } from '@marcbachmann/cel-js';

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

/** An expression that is true or false. */
export interface Condition {
  readonly tree: ASTNode;
  judge(input: object): boolean | Unjudged;
}

/** Reads CEL, checks its names and types against the environment, and that it comes to true or false. */
export function compileCondition(environment: Environment, source: string): Condition | ExpressionProblem {
  let parsed: ParseResult;
  try {
    parsed = environment.parse(source);
  } catch (thrown) {
    return { problem: `is no CEL expression: ${tell(thrown, source)}` };
  }
  const { ast } = parsed;
  const matching = callOf(ast, ['matches']);
  if (matching !== undefined) return SLOW;
  const checked = parsed.check();
  if (!checked.valid) return { problem: `can't be judged: ${tell(checked.error, source)}` };
  if (checked.type !== 'bool') return notBoolean(checked.type ?? 'dyn');
  return { tree: ast, judge: (input) => judge(parsed, source, input) };
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

function notBoolean(type: string): ExpressionProblem {
  return type === 'dyn'
    ? {
        problem: 'may come to anything, and must come to true or false',
        hint: 'compare it with something: payload.urgent == true',
      }
    : { problem: `comes to ${type}, and must come to true or false` };
}

function judge(parsed: ParseResult, source: string, input: object): boolean | Unjudged {
  try {
    const value: unknown = parsed(input);
    return typeof value === 'boolean' ? value : { code: 'not_boolean', at: source };
  } catch (thrown) {
    const { code, range } = causeOf(thrown);
    return { code: code ?? 'not_evaluated', at: range === undefined ? source : source.slice(range.start, range.end) };
  }
}

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
