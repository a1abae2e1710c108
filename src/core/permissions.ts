import { type Failure, failure } from '../../contracts/failure.ts';

/** What is asked of the service itself, beside acting. */
export type Privilege = 'explain';

/** One thing that was granted: these intents, in these domains, at these targets. */
export interface Grant {
  intent(key: string): boolean;
  domain(domain: string): boolean;
  target(name: string): boolean;
}

/** What a principal may do: whatever one of its grants allows as a whole. Two grants never make a third. */
export interface Permissions {
  readonly grants: readonly Grant[];
  privilege(privilege: Privilege): boolean;
}

const yes = (): boolean => true;
const no = (): boolean => false;

export const EVERYTHING: Permissions = { grants: [{ intent: yes, domain: yes, target: yes }], privilege: yes };
export const NOTHING: Permissions = { grants: [], privilege: no };

/** `forbidden` where a principal may not do this intent, in this domain, at this target. */
export function checkPermissions(
  { grants }: Permissions,
  intentKey: string,
  domain: string,
  target: string,
): Failure | undefined {
  for (const grant of grants) {
    if (grant.intent(intentKey) && grant.domain(domain) && grant.target(target)) return undefined;
  }
  return whyForbidden(grants, intentKey, domain, target);
}

function whyForbidden(grants: readonly Grant[], intentKey: string, domain: string, target: string): Failure {
  const ofIntent = grants.filter((grant) => grant.intent(intentKey));
  if (ofIntent.length === 0) return forbidden(`This caller may not do ${intentKey}`, 'intent');
  if (ofIntent.some((grant) => grant.domain(domain))) {
    return forbidden(`This caller may not do ${intentKey} at the target ${target}`, 'intent');
  }
  return forbidden(`This caller may not do ${intentKey} in the context domain ${domain}`, 'context.id');
}

/** `forbidden` where a principal may not ask this of the service. */
export function checkPrivilege(permissions: Permissions, privilege: Privilege): Failure | undefined {
  if (permissions.privilege(privilege)) return undefined;
  return failure('forbidden', `This caller may not ${privilege}`, {
    hint: `Whoever runs the service grants it: may: [${privilege}].`,
  });
}

function forbidden(message: string, field: string): Failure {
  return failure('forbidden', message, {
    field,
    hint: 'Whoever runs the service grants intents, domains and targets to each caller.',
  });
}
