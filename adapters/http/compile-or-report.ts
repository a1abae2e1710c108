import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import type { JsonValue } from '../../contracts/json.ts';
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
  if (source === undefined) return undefined;
  const compiled = compileCondition(language, source);
  if (!('problem' in compiled)) return compiled;
  const { problem, hint } = compiled;
  problems.push({ path, message: `the expression ${problem}`, ...(hint !== undefined && { hint }) });
  return undefined;
}

/** The same for a JSON template. */
export function jsonOrReport(
  language: Environment,
  json: unknown,
  path: Path,
  problems: OptionProblem[],
): JsonTemplate | undefined {
  if (json === undefined) return undefined;
  const compiled = compileJsonTemplate(language, json as JsonValue); // `as`: read from YAML, as JSON
  if (!('problems' in compiled)) return compiled;
  for (const { path: inside, problem, hint } of compiled.problems) {
    problems.push({
      path: [...path, ...inside],
      message: `the template ${problem}`,
      ...(hint !== undefined && { hint }),
    });
  }
  return undefined;
}
