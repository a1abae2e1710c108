import type { Environment } from '@marcbachmann/cel-js';
import type { JsonValue } from '../contracts/json.ts';
import { compileTemplate, type Template } from './compile-template.ts';
import { type Evaluated, isUnjudged } from './compile-value.ts';
import type { ExpressionProblem } from './read-expression.ts';

/** JSON whose texts are templates. */
export interface JsonTemplate {
  /**
   * The value. A text that is one expression becomes what that comes to, of whatever type; where that is an optional that
   * is not there, the member or item is left out.
   */
  fill(input: object): Evaluated;
}

/** What is wrong with a template in JSON, and where. */
export interface PlacedProblem extends ExpressionProblem {
  readonly path: readonly (string | number)[];
}

export function compileJsonTemplate(
  environment: Environment,
  json: JsonValue,
): JsonTemplate | { readonly problems: readonly PlacedProblem[] } {
  const problems: PlacedProblem[] = [];
  const fill = compile(environment, json, [], problems);
  return problems.length > 0 ? { problems } : { fill };
}

type Fill = JsonTemplate['fill'];

function compile(
  environment: Environment,
  json: JsonValue,
  path: readonly (string | number)[],
  problems: PlacedProblem[],
): Fill {
  if (typeof json === 'string') {
    const template = compileTemplate(environment, json);
    if (!('problem' in template)) return fillText(template);
    problems.push({ ...template, path });
  } else if (Array.isArray(json)) {
    // `as`: TypeScript does not tell readonly arrays from objects by Array.isArray
    const items = (json as readonly JsonValue[]).map((item, index) =>
      compile(environment, item, [...path, index], problems),
    );
    return (input) => fillItems(items, input);
  } else if (typeof json === 'object' && json !== null) {
    const members = Object.entries(json).map(
      ([key, member]) => [key, compile(environment, member, [...path, key], problems)] as const,
    );
    return (input) => fillMembers(members, input);
  }
  return () => ({ value: json });
}

function fillText({ only, render }: Template): Fill {
  if (only !== undefined) return only.evaluate;
  return (input) => {
    const rendered = render(input);
    return isUnjudged(rendered) ? rendered : { value: rendered.text };
  };
}

function fillItems(items: readonly Fill[], input: object): Evaluated {
  const value: JsonValue[] = [];
  for (const fill of items) {
    const item = fill(input);
    if (isUnjudged(item)) return item;
    if (item.value !== undefined) value.push(item.value);
  }
  return { value };
}

function fillMembers(members: readonly (readonly [string, Fill])[], input: object): Evaluated {
  const value: [string, JsonValue][] = [];
  for (const [key, fill] of members) {
    const member = fill(input);
    if (isUnjudged(member)) return member;
    if (member.value !== undefined) value.push([key, member.value]);
  }
  return { value: Object.fromEntries(value) };
}
