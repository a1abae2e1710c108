import { type Failure, failure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import type { Offers, Target } from './catalogue.ts';
import { lookerOf } from './looker-of.ts';
import type { Permissions } from './permissions.ts';

/**
 * `forbidden` where a declared resource is of another target than the routed one, at which this caller may do nothing: the
 * state of a resource is not told to whoever may not act on it.
 */
export function checkLooks(
  offers: Offers,
  { grants }: Permissions,
  resources: readonly Resource[],
  domain: string,
  routed: Target,
): Failure | undefined {
  if (resources.length === 0) return undefined;
  const mayActAt = ({ name, adapter }: Target): boolean =>
    grants.some(
      (grant) =>
        grant.target(name) && grant.domain(domain) && adapter.intents.some((declared) => grant.intent(declared.key)),
    );
  for (const [index, { type }] of resources.entries()) {
    const looker = lookerOf(offers, type, routed);
    if (looker === undefined || looker === routed || mayActAt(looker)) continue;
    return failure('forbidden', `This caller may do nothing at the target ${looker.name}, which looks at ${type}`, {
      field: `resources.${index}.type`,
      hint: 'Leave the resource out. Whoever runs the service grants intents, domains and targets to each caller.',
    });
  }
  return undefined;
}
