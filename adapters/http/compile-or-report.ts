import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import type { JsonValue } from '../../contracts/json.ts';
import { takeCompiled } from '../../declarative/take-compiled.ts';
import { type Condition, compileCondition } from '../../expressions/compile-condition.ts';
import { compileJsonTemplate, type JsonTemplate } from '../../expressions/compile-json-template.ts';

type Path = OptionProblem['path'];

/** The condition, where one is configured; what is wrong with it goes to `problems`. */
export function conditionOrReport(
  language: Environment,
  source: string | undefined,
  path: Path,
  problems: OptionProblem[],
): Condition | undefined {
  return source === undefined ? undefined : takeCompiled(compileCondition(language, source), path, problems);
}

/** The same for a JSON template. */
export function jsonOrReport(
  language: Environment,
  json: unknown,
  path: Path,
  problems: OptionProblem[],
): JsonTemplate | undefined {
  if (json === undefined) return undefined;
  return takeCompiled(compileJsonTemplate(language, json as JsonValue), path, problems); // `as`: read from YAML, as JSON
}
