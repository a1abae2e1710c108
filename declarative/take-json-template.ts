import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../contracts/adapter.ts';
import type { JsonValue } from '../contracts/json.ts';
import { compileJsonTemplate, type JsonTemplate } from '../expressions/compile-json-template.ts';
import { takeCompiled } from './take-compiled.ts';

/** A template in JSON, where one is configured; what is wrong with it goes to `problems`, placed at `path`. */
export function takeJsonTemplate(
  language: Environment,
  json: unknown,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): JsonTemplate | undefined {
  if (json === undefined) return undefined;
  return takeCompiled(compileJsonTemplate(language, json as JsonValue), path, problems); // `as`: read from YAML, as JSON
}
