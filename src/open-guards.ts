import { isDeepStrictEqual } from 'node:util';
import type { GuardHost } from '../contracts/guard.ts';
import type { GuardSettings } from './config/settings.ts';
import type { NamedGuard } from './core/policies/policy.ts';
import { GUARD_KINDS } from './guard-kinds.ts';
import { StartupError } from './startup-error.ts';

/** An open guard with the settings it was opened by. */
export interface OpenGuard extends NamedGuard {
  readonly settings: GuardSettings;
}

/** Opens every configured guard, or throws a StartupError; what was open with the same settings is kept. */
export async function openGuards(
  wanted: readonly GuardSettings[],
  host: (guard: string) => GuardHost,
  open: readonly OpenGuard[],
): Promise<readonly OpenGuard[]> {
  const results = await Promise.allSettled(wanted.map((settings) => keepOrOpen(settings, host, open)));
  const guards = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const problems = results.flatMap((result, index) =>
    result.status === 'rejected' ? [`the guard ${wanted[index]?.name} can't be used: ${String(result.reason)}`] : [],
  );
  if (problems.length === 0) return guards;
  await closeGuards(guards.filter((guard) => !open.includes(guard)));
  throw new StartupError(problems);
}

export async function closeGuards(guards: readonly NamedGuard[]): Promise<void> {
  await Promise.all(guards.map(({ guard }) => guard.close?.()));
}

async function keepOrOpen(
  settings: GuardSettings,
  host: (guard: string) => GuardHost,
  open: readonly OpenGuard[],
): Promise<OpenGuard> {
  const kept = open.find((guard) => isDeepStrictEqual(guard.settings, settings));
  if (kept !== undefined) return kept;
  const { name, timeoutMs } = settings;
  const kind = GUARD_KINDS.get(settings.kind);
  if (kind === undefined)
    throw new Error(`no guard kind ${settings.kind}; known: ${[...GUARD_KINDS.keys()].join(', ')}`);
  // `as`: the options were checked against this kind's own schema when the config was read
  return { name, timeoutMs, settings, guard: await kind.open(settings.options as never, host(name)) };
}
