import { isDeepStrictEqual } from 'node:util';
import { systemKind } from '../adapters/system/system-adapter.ts';
import type { AdapterHost, AdapterKind } from '../contracts/adapter.ts';
import { SYSTEM_TARGET } from '../contracts/config.ts';
import type { TargetSettings } from './config/settings.ts';
import type { Target } from './core/catalogue.ts';
import { StartupError } from './startup-error.ts';

/** An open target with the settings it was opened by. */
export interface OpenTarget extends Target {
  readonly settings: TargetSettings;
}

const SYSTEM: TargetSettings = { name: SYSTEM_TARGET, kind: systemKind.kind, options: {} };

/**
 * Opens every configured target, and `system`. What was open with the same settings is kept: a reload must not end a
 * browser that nothing changed for. Where one can't be opened, the new ones are closed again and a StartupError thrown.
 */
export async function openTargets(
  wanted: readonly TargetSettings[],
  kinds: ReadonlyMap<string, AdapterKind>,
  host: (target: string) => AdapterHost,
  open: readonly OpenTarget[],
): Promise<readonly OpenTarget[]> {
  const results = await Promise.allSettled(
    [SYSTEM, ...wanted].map((settings) => keepOrOpen(settings, kinds, host, open)),
  );
  const targets = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const problems = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  if (problems.length === 0) return targets;
  await closeTargets(targets.filter((target) => !open.includes(target)));
  throw new StartupError(problems);
}

export async function closeTargets(targets: readonly Target[]): Promise<void> {
  await Promise.all(targets.map((target) => target.adapter.close()));
}

async function keepOrOpen(
  settings: TargetSettings,
  kinds: ReadonlyMap<string, AdapterKind>,
  host: (target: string) => AdapterHost,
  open: readonly OpenTarget[],
): Promise<OpenTarget> {
  const kept = open.find((target) => isDeepStrictEqual(target.settings, settings));
  if (kept !== undefined) return kept;
  const kind = settings === SYSTEM ? systemKind : kinds.get(settings.kind);
  if (kind === undefined) throw new Error(`No adapter kind ${settings.kind}; known: ${[...kinds.keys()].join(', ')}`);
  // `as`: the options were checked against this kind's own schema when the config was read
  const adapter = await kind.open(settings.options as never, host(settings.name));
  return { name: settings.name, adapter, settings };
}
