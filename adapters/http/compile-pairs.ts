import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { isWholeText } from '../../declarative/is-whole-text.ts';
import { takeJsonTemplate } from '../../declarative/take-json-template.ts';
import { unfillable } from '../../declarative/translate-unjudged.ts';
import { writeText } from '../../expressions/compile-template.ts';
import { isUnjudged } from '../../expressions/compile-value.ts';

type Pairs = readonly (readonly [string, string])[];
export type FillPairs = (input: object) => Pairs | Failure;

/** Compiles templates by name. A list is a pair for each of its items; what is not there is left out. */
export function compilePairs(
  language: Environment,
  templates: object,
  what: string,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): FillPairs {
  const template = takeJsonTemplate(language, templates, path, problems);
  if (template === undefined) return () => [];
  return (input) => {
    const filled = template.fill(input);
    if (isUnjudged(filled)) return unfillable(filled, what);
    // `as`: the template is an object, and so is what it comes to
    return writePairs(filled.value as JsonObject, what);
  };
}

function writePairs(values: JsonObject, what: string): Pairs | Failure {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(values)) {
    const texts = writeTexts(value);
    if (texts === undefined) return unfillable({ code: 'not_writable', at: name }, what);
    pairs.push(...texts.map((text): [string, string] => [name, text]));
  }
  return pairs;
}

function writeTexts(value: JsonValue): string[] | undefined {
  // `as`: TypeScript does not tell readonly arrays from objects by Array.isArray
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const texts = items.map(writeText);
  return texts.every((text): text is string => text !== undefined && isWholeText(text)) ? texts : undefined;
}

/** Pairs in the form of a query, and of a form's body. */
export function encodePairs(pairs: Pairs | Failure): string | Failure {
  if (isFailure(pairs)) return pairs;
  const parameters = new URLSearchParams();
  for (const [name, value] of pairs) parameters.append(name, value);
  return parameters.toString();
}
