import type { OptionProblem } from '../../contracts/adapter.ts';
import { compileIntent, type ProcessIntent } from './intents/compile-intent.ts';
import { compileResourceType, type ProcessResourceType } from './intents/compile-resource-type.ts';
import type { ProcessOptions } from './process-options.ts';

/** Everything that a configuration says of a target, compiled once, and what is wrong with it. */
export interface CompiledProcess {
  readonly intents: ReadonlyMap<string, ProcessIntent>;
  readonly resourceTypes: ReadonlyMap<string, ProcessResourceType>;
  readonly problems: readonly OptionProblem[];
}

export function compileProcess({ intents = {}, resource_types: types = {} }: ProcessOptions): CompiledProcess {
  const problems: OptionProblem[] = [];
  return {
    intents: new Map(
      Object.entries(intents).map(([key, section]) => [key, compileIntent(key, section, ['intents', key], problems)]),
    ),
    resourceTypes: new Map(
      Object.entries(types).map(([type, section]) => [
        type,
        compileResourceType(type, section, ['resource_types', type], problems),
      ]),
    ),
    problems,
  };
}
