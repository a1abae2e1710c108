import { type Failure, failure } from '../../contracts/failure.ts';

/** What is asked of the service itself, beside acting. */
export type Privilege = 'explain' | 'approve';

/** What a principal may do. */
export interface Permissions {
  domain(domain: string): boolean;
  intent(key: string): boolean;
  target(name: string): boolean;
  privilege(privilege: Privilege): boolean;
}

const yes = (): boolean => true;
const no = (): boolean => false;

export const EVERYTHING: Permissions = { domain: yes, intent: yes, target: yes, privilege: yes };
export const NOTHING: Permissions = { domain: no, intent: no, target: no, privilege: no };

/** `forbidden` where a principal may not do this intent, in this domain, at this target. */
export function checkPermissions(
  may: Permissions,
  intentKey: string,
  domain: string,
  target: string,
): Failure | undefined {
  if (!may.intent(intentKey)) return forbidden(`This caller may not do ${intentKey}`, 'intent');
  if (!may.domain(domain)) return forbidden(`This caller may not act in the context domain ${domain}`, 'context.id');
  if (!may.target(target)) return forbidden(`This caller may not act at the target ${target}`, 'intent');
  return undefined;
}

function forbidden(message: string, field: string): Failure {
  return failure('forbidden', message, {
    field,
    hint: 'Whoever runs the service grants intents, domains and targets to each caller.',
  });
}
