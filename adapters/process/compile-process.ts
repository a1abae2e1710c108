import type { OptionProblem } from '../../contracts/adapter.ts';
import { compileIntent, type ProcessIntent } from './intents/compile-intent.ts';
import { compileType, type ProcessType } from './intents/compile-type.ts';
import type { ProcessOptions } from './process-options.ts';

/** Everything that a configuration says of a target, compiled once, and what is wrong with it. */
export interface CompiledProcess {
  readonly intents: ReadonlyMap<string, ProcessIntent>;
  readonly types: ReadonlyMap<string, ProcessType>;
  readonly problems: readonly OptionProblem[];
}

export function compileProcess({ intents = {}, resource_types: types = {} }: ProcessOptions): CompiledProcess {
  const problems: OptionProblem[] = [];
  return {
    intents: new Map(
      Object.entries(intents).map(([key, section]) => [key, compileIntent(key, section, ['intents', key], problems)]),
    ),
    types: new Map(
      Object.entries(types).map(([type, section]) => [
        type,
        compileType(type, section, ['resource_types', type], problems),
      ]),
    ),
    problems,
  };
}
