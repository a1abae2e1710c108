import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../../contracts/adapter.ts';
import type { JsonValue } from '../../../contracts/json.ts';
import { compileJsonTemplate, type JsonTemplate } from '../../../expressions/compile-json-template.ts';
import { report } from './report.ts';

/** A template in JSON, or undefined with all that is wrong with it reported. */
export function compileJson(
  language: Environment,
  json: unknown,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): JsonTemplate | undefined {
  const template = compileJsonTemplate(language, json as JsonValue); // `as`: read from YAML, as JSON
  if (!('problems' in template)) return template;
  for (const { path: inside, ...problem } of template.problems) report(problem, [...path, ...inside], problems);
  return undefined;
}
