import { isDeepStrictEqual } from 'node:util';
import type { AdapterKind } from '../contracts/adapter.ts';
import { openAuthenticator } from './auth/open-authenticator.ts';
import { buildCore, type CoreServices, type OpenParts } from './build-core.ts';
import type { AuthSettings } from './config/auth-settings.ts';
import type { Settings } from './config/settings.ts';
import type { Core } from './core/core.ts';
import type { Hosts } from './create-hosts.ts';
import { closeGuards, type OpenGuard, openGuards } from './open-guards.ts';
import { closeTargets, type OpenTarget, openTargets } from './open-targets.ts';

/** What is opened by the settings, and closed. */
interface Opened {
  readonly targets: readonly OpenTarget[];
  readonly guards: readonly OpenGuard[];
}

/** What of the service a reload swaps. */
export interface Current extends Opened {
  readonly settings: Settings;
  readonly core: Core;
}

/** Opens what the settings name, but what was open with the same settings. Where something fails, what was opened is closed. */
export async function openCurrent(
  wanted: Settings,
  before: Current | undefined,
  kinds: ReadonlyMap<string, AdapterKind>,
  hosts: Hosts,
  services: CoreServices,
): Promise<Current> {
  const { auth } = wanted;
  const targetHost = (name: string) => hosts.target(name, wanted.folder);
  const guardHost = (name: string) => hosts.guard(name, wanted.folder);
  let opened: Opened = { targets: [], guards: [] };
  try {
    const targets = await openTargets(wanted.targets, kinds, targetHost, before?.targets ?? [], services.journal);
    opened = { targets, guards: [] };
    for (const { adapter } of targets) {
      if (!before?.targets.some((kept) => kept.adapter === adapter)) adapter.watchDeclarations?.(hosts.redeclared);
    }
    const guards = await openGuards(wanted.guards, guardHost, before?.guards ?? []);
    opened = { targets, guards };
    const authenticator = keepOrOpenAuthenticator(auth, before, hosts);
    return { targets, guards, settings: wanted, core: buildCore(wanted, { targets, guards, authenticator }, services) };
  } catch (thrown) {
    await closeOpened(opened, before);
    throw thrown;
  }
}

/** The same parts, for what they offer by now. Throws a StartupError where that does not go together. */
export function rebuildCurrent(before: Current, services: CoreServices): Current {
  const { settings, targets, guards, core } = before;
  return { ...before, core: buildCore(settings, { targets, guards, authenticator: core.authenticator }, services) };
}

/** Closes everything but what is kept. */
export async function closeOpened({ targets, guards }: Opened, kept?: Opened): Promise<void> {
  await Promise.all([
    closeTargets(targets, kept?.targets ?? []),
    closeGuards(guards.filter((guard) => !kept?.guards.includes(guard))),
  ]);
}

/** Kept over a reload that changes nothing of it: what it knows of keys and tokens is still right. */
function keepOrOpenAuthenticator(
  auth: AuthSettings,
  before: Current | undefined,
  hosts: Hosts,
): OpenParts['authenticator'] {
  if (before !== undefined && isDeepStrictEqual(auth, before.settings.auth)) return before.core.authenticator;
  return openAuthenticator(auth, hosts.outbound, hosts.log);
}
