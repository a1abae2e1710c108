import { Environment } from '@marcbachmann/cel-js';

/** CEL over variables of which nothing is known before they are there: what a request, an upstream or a tool says. */
export function openLanguage(variables: readonly string[]): Environment {
  const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  for (const variable of variables) environment.registerVariable(variable, 'dyn');
  return environment;
}
