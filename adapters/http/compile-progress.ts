import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import type { Progress } from '../../contracts/progress.ts';
import { sayShortly } from '../../declarative/say-shortly.ts';
import { takeJsonTemplate } from '../../declarative/take-json-template.ts';
import { isUnjudged } from '../../expressions/compile-value.ts';
import type { PollSection } from './http-options.ts';

/** Undefined: there is nothing to tell. */
export type ReadProgress = (input: object) => Progress | undefined;

/** Compiles what is told of a running operation. What can't be told is left out: it is a help, no part of the result. */
export function compileProgress(
  language: Environment,
  { fraction, message, data }: NonNullable<PollSection['progress']>,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ReadProgress {
  const templates = { ...(fraction !== undefined && { fraction: `{{ ${fraction} }}` }), message, data };
  const present = Object.fromEntries(Object.entries(templates).filter(([, template]) => template !== undefined));
  const parts = Object.entries(present).map(
    ([key, template]) => [key, takeJsonTemplate(language, template, [...path, key], problems)] as const,
  );
  return (input) => {
    const told = new Map(
      parts.flatMap(([key, template]) => {
        const filled = template?.fill(input);
        return filled === undefined || isUnjudged(filled) || filled.value === undefined ? [] : [[key, filled.value]];
      }),
    );
    if (told.size === 0) return undefined;
    const done = told.get('fraction');
    const words = told.get('message');
    const more = told.get('data');
    return {
      ...(typeof done === 'number' && { fraction: Math.min(1, Math.max(0, done)) }),
      ...(words !== undefined && { message: sayShortly(String(words)) }),
      ...(more !== undefined && { data: more }),
    };
  };
}
