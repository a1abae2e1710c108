import type { Contradictions } from '../catalogue.ts';
import type { NamedGuard, Policy, PolicyRule } from './policy.ts';
import { openPolicyLanguage } from './policy-language.ts';

/** Returns the problems of the policies that can't be used. */
export function compilePolicies(
  rules: readonly PolicyRule[],
  guards: readonly NamedGuard[],
): readonly Policy[] | Contradictions {
  const read = openPolicyLanguage();
  const problems: string[] = [];
  const policies = rules.flatMap(({ name, when, consequence: wanted }) => {
    const condition = read(when);
    const consequence = 'deny' in wanted ? wanted : findGuard(wanted.ask, guards);
    if ('problem' in condition) problems.push(`the condition of the policy ${name} ${condition.problem}`);
    else if (consequence === undefined) problems.push(`the policy ${name} names a guard that there is not`);
    else return [{ name, condition, consequence }];
    return [];
  });
  return problems.length > 0 ? { problems } : policies;
}

function findGuard(name: string, guards: readonly NamedGuard[]): { readonly ask: NamedGuard } | undefined {
  const found = guards.find((guard) => guard.name === name);
  return found && { ask: found };
}
