import type { Environment } from '@marcbachmann/cel-js';
import Type, { type Static } from 'typebox';
import type { Observation, OptionProblem } from '../contracts/adapter.ts';
import { type Failure, failure } from '../contracts/failure.ts';
import type { JsonObject } from '../contracts/json.ts';
import { compileValue, isUnjudged } from '../expressions/compile-value.ts';
import { takeCompiled } from './take-compiled.ts';
import { takeJsonTemplate } from './take-json-template.ts';
import { unreadable } from './translate-unjudged.ts';

/** How the state of a resource is read from what a probe brought. */
export const STATE_KEYS = {
  state: Type.String({ minLength: 1, description: 'CEL that comes to one of the states.' }),
  details: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Templates: what helps a caller to correct the request.' },
    ),
  ),
};
const StateSection = Type.Object(STATE_KEYS);
type StateSection = Static<typeof StateSection>;

export type ReadState = (input: object) => Observation | Failure;

/** Compiles how a state is read; what is wrong goes to `problems`, placed behind `path`. */
export function compileStateReader(
  language: Environment,
  { state, details, states }: StateSection & { readonly states: readonly string[] },
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ReadState {
  const expression = takeCompiled(compileValue(language, state), [...path, 'state'], problems);
  const template = takeJsonTemplate(language, details, [...path, 'details'], problems);
  if (expression === undefined) return notCompiled;
  return (input) => {
    const evaluated = expression.evaluate(input);
    if (isUnjudged(evaluated)) return unreadable(evaluated, 'state');
    const { value } = evaluated;
    if (typeof value !== 'string' || !states.includes(value)) return undeclared(states);
    const filled = template?.fill(input);
    // Details are a help: without them the state is as true.
    const more = filled === undefined || isUnjudged(filled) ? undefined : filled.value;
    // `as`: the template is an object, and so is what it comes to
    return more === undefined ? { state: value } : { state: value, details: more as JsonObject };
  };
}

function undeclared(states: readonly string[]): Failure {
  return failure(
    'adapter_misbehaved',
    `The probe came to something else than a declared state (${states.join(', ')})`,
    {
      hint: 'The upstream answered otherwise than its configuration here expects.',
    },
  );
}

function notCompiled(): never {
  throw new Error('A probe was asked whose configuration was refused');
}
