import type { GrantSettings } from '../config/auth-settings.ts';
import { compileGlob } from '../core/glob.ts';
import type { Grant, Permissions } from '../core/permissions.ts';

/** What whoever was granted all of these may do. */
export function compilePermissions(grants: readonly GrantSettings[]): Permissions {
  const privileges = new Set(grants.flatMap(({ may }) => may));
  return { grants: grants.map(compileGrant), privilege: (privilege) => privileges.has(privilege) };
}

function compileGrant({ intents, domains, targets }: GrantSettings): Grant {
  return { intent: anyOf(intents), domain: anyOf(domains ?? ['*']), target: anyOf(targets ?? ['*']) };
}

function anyOf(patterns: readonly string[]): (text: string) => boolean {
  const globs = patterns.map(compileGlob);
  return (text) => globs.some((matches) => matches(text));
}

/** What whoever has all of these permissions may do. */
export function unitePermissions(all: readonly Permissions[]): Permissions {
  return {
    grants: all.flatMap(({ grants }) => grants),
    privilege: (privilege) => all.some((permissions) => permissions.privilege(privilege)),
  };
}
