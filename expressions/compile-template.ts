import type { Environment } from '@marcbachmann/cel-js';
import type { JsonValue } from '../contracts/json.ts';
import { compileValue, isUnjudged, type ValueExpression } from './compile-value.ts';
import type { ExpressionProblem, Unjudged } from './read-expression.ts';

/** Text with `{{ expressions }}` in it. What an expression comes to is put in as it is, never read as a template again. */
export interface Template {
  /** Set where the text is one expression and nothing else. */
  readonly only: ValueExpression | undefined;
  /** Whether it is the same for every request. */
  readonly isConstant: boolean;
  /** The text, each value written by `write`; undefined of that: it can't be written here. */
  render(input: object, write?: WriteValue): { readonly text: string } | Unjudged;
}

export type WriteValue = (value: JsonValue) => string | undefined;

/** What stands for a value in a text. */
export const EXPRESSION = /\{\{(.*?)\}\}/gs;

/** Reads a template. A literal `{{` is written `{{ "{{" }}`. */
export function compileTemplate(environment: Environment, text: string): Template | ExpressionProblem {
  const parts: (string | ValueExpression)[] = [];
  let end = 0;
  for (const found of text.matchAll(EXPRESSION)) {
    const expression = compileValue(environment, (found[1] ?? '').trim());
    if ('problem' in expression) return { ...expression, problem: `"${found[0]}" ${expression.problem}` };
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push(expression);
    end = found.index + found[0].length;
  }
  const rest = text.slice(end);
  if (rest.includes('{{')) return { problem: 'opens {{ and never closes it', hint: 'close the expression with }}' };
  if (rest !== '') parts.push(rest);
  const [first] = parts;
  return {
    only: parts.length === 1 && typeof first === 'object' ? first : undefined,
    isConstant: parts.every((part) => typeof part === 'string'),
    render: (input, write = writeText) => render(parts, input, write),
  };
}

/** Text, numbers and truth values as they are; lists and objects have no form that is right everywhere. */
export function writeText(value: JsonValue): string | undefined {
  // JSON keeps 16 digits of a number: with more, it may by now be the number of something else.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return typeof value === 'object' ? undefined : String(value);
}

function render(
  parts: readonly (string | ValueExpression)[],
  input: object,
  write: WriteValue,
): { readonly text: string } | Unjudged {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const evaluated = part.evaluate(input);
    if (isUnjudged(evaluated)) return evaluated;
    if (evaluated.value === undefined) return { code: 'no_value', at: part.source };
    const written = write(evaluated.value);
    if (written === undefined) return { code: 'not_writable', at: part.source };
    text += written;
  }
  return { text };
}
