import type { Explanation } from '../../../contracts/explanation.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import type { Unjudged } from '../../../expressions/read-expression.ts';
import type { Core } from '../core.ts';
import type { Stop } from '../stop.ts';
import type { Way } from '../way.ts';
import { askGuard } from './ask-guard.ts';
import type { NamedGuard, Policy } from './policy.ts';
import { readFacts } from './policy-facts.ts';
import { PolicyInput } from './policy-input.ts';

type Refused = Failure | undefined;
type Ask = (guard: NamedGuard) => Promise<Refused>;

/** One request on its way through the policies. */
interface Judging {
  readonly core: Core;
  readonly way: Way;
  readonly input: PolicyInput;
  readonly ask: Ask;
  /** Each guard is asked once, however many policies demand it. */
  readonly asked: Set<NamedGuard>;
}

/**
 * `forbidden`, `guard_denied` or `guard_challenge` by the first policy that refuses; undefined where none does. A policy
 * that can't be judged refuses: who leaves out what a policy reads must not get past it.
 */
export function checkPolicies(core: Core, way: Way, stop: Stop): Refused | Promise<Refused> {
  if (core.policies.length === 0) return undefined;
  return begin(core, way, (guard) => askGuard(core, way, guard, stop));
}

/** As `checkPolicies`, with no effect: a guard that may have one is taken to let the request pass, and named. */
export async function explainPolicies(
  core: Core,
  way: Way,
  stop: Stop,
): Promise<{ readonly refused: Refused; readonly guards: Explanation['guards'] }> {
  const guards: Explanation['guards'] = [];
  const refused = await begin(core, way, async (guard) => {
    const { name, guard: it } = guard;
    guards.push({ name, asked: it.hasNoEffects });
    return it.hasNoEffects ? askGuard(core, way, guard, stop) : undefined;
  });
  return { refused, guards };
}

function begin(core: Core, way: Way, ask: Ask): Refused | Promise<Refused> {
  return judgeFrom(0, { core, way, input: new PolicyInput(readFacts(way)), ask, asked: new Set() });
}

function judgeFrom(first: number, judging: Judging): Refused | Promise<Refused> {
  const { core, way, input, ask, asked } = judging;
  for (const [index, policy] of core.policies.entries()) {
    if (index < first) continue;
    const applies = policy.condition.judge(input);
    if (applies === false) continue;
    if (applies !== true) return unjudged(core, way, policy, applies);
    const { consequence } = policy;
    if ('deny' in consequence) return denied(policy.name, consequence.deny);
    if (asked.has(consequence.ask)) continue;
    asked.add(consequence.ask);
    return ask(consequence.ask).then((refused) => refused ?? judgeFrom(index + 1, judging));
  }
  return undefined;
}

function denied(policy: string, message: string): Failure {
  return failure('forbidden', message, { details: { policy } });
}

function unjudged(core: Core, way: Way, policy: Policy, { code, at }: Unjudged): Failure {
  core.journal.policyUnjudged(way.trace.traceId, policy.name, code, at);
  return failure(
    'forbidden',
    `The policy ${policy.name} could not be judged for this request, so the request is denied`,
    {
      hint: 'Something that the policy reads is missing, or is of another kind; the log of the service says what.',
      details: { policy: policy.name },
    },
  );
}
