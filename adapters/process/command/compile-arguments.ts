import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import { takeCompiled } from '../../../declarative/take-compiled.ts';
import { unfillable } from '../../../declarative/translate-unjudged.ts';
import { compileTemplate, type Template } from '../../../expressions/compile-template.ts';
import { isUnjudged } from '../../../expressions/compile-value.ts';
import { isPlainText } from './is-plain-text.ts';

export type FillArguments = (input: object) => readonly string[] | Failure;

/** Compiles the arguments of a command; what is wrong goes to `problems`, placed behind `path`. */
export function compileArguments(
  language: Environment,
  texts: readonly string[],
  path: OptionProblem['path'],
  problems: OptionProblem[],
): FillArguments {
  const dashes = texts.indexOf('--');
  const compiled = texts.flatMap((text, index): Argument[] => {
    const template = takeCompiled(compileTemplate(language, text), [...path, index], problems);
    if (template === undefined) return [];
    const isBehindDashes = dashes !== -1 && index > dashes;
    return [{ template, index, mayBeOption: isBehindDashes || !text.startsWith('{{') }];
  });
  return (input) => {
    const filled: string[] = [];
    for (const argument of compiled) {
      const text = fill(argument, input);
      if (isFailure(text)) return text;
      if (text !== undefined) filled.push(text);
    }
    return filled;
  };
}

interface Argument {
  readonly template: Template;
  readonly index: number;
  /** Whether a hyphen at its start is harmless, or written in the configuration. */
  readonly mayBeOption: boolean;
}

/** Undefined: an optional that is not there, which leaves the argument out. */
function fill({ template, index, mayBeOption }: Argument, input: object): string | Failure | undefined {
  if (template.only !== undefined) {
    const evaluated = template.only.evaluate(input);
    if (isUnjudged(evaluated)) return unfillable(evaluated, `argument ${index}`);
    if (evaluated.value === undefined) return undefined;
  }
  const rendered = template.render(input);
  if (isUnjudged(rendered)) return unfillable(rendered, `argument ${index}`);
  const { text } = rendered;
  if (!isPlainText(text)) return unfit(index, 'holds a NUL or half of a character');
  if (!mayBeOption && text.startsWith('-'))
    return unfit(index, 'starts with a hyphen: the command would take it for an option');
  return text;
}

function unfit(index: number, what: string): Failure {
  return failure('payload_invalid', `What argument ${index} of the command is made of ${what}`, {
    hint: 'Nothing was done. Send another value; whoever keeps the configuration may put "--" before the arguments that are no options.',
  });
}
