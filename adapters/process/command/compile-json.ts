import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../../contracts/adapter.ts';
import type { JsonValue } from '../../../contracts/json.ts';
import { takeCompiled } from '../../../declarative/take-compiled.ts';
import { compileJsonTemplate, type JsonTemplate } from '../../../expressions/compile-json-template.ts';

/** A template in JSON, or undefined with all that is wrong with it reported. */
export function compileJson(
  language: Environment,
  json: unknown,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): JsonTemplate | undefined {
  return takeCompiled(compileJsonTemplate(language, json as JsonValue), path, problems); // `as`: read from YAML, as JSON
}
