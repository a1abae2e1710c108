import { isDeepStrictEqual } from 'node:util';
import { systemKind } from '../adapters/system/system-adapter.ts';
import type { AdapterHost, AdapterKind } from '../contracts/adapter.ts';
import { GATE_DEFAULTS } from '../contracts/config/target-gate.ts';
import { SYSTEM_TARGET } from '../contracts/config.ts';
import type { TargetSettings } from './config/settings.ts';
import { translateGate } from './config/translate-gate.ts';
import type { Target } from './core/catalogue.ts';
import { Gate, type GateJournal } from './core/gate/gate.ts';
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
  journal: GateJournal,
): Promise<readonly OpenTarget[]> {
  const results = await Promise.allSettled(
    [SYSTEM, ...wanted].map((settings) => keepOrOpen(settings, kinds, host, open, journal)),
  );
  const targets = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const problems = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  if (problems.length === 0) return targets;
  await closeTargets(targets, open);
  throw new StartupError(problems);
}

/** Closes the targets whose adapter serves none of the `kept`. */
export async function closeTargets(targets: readonly Target[], kept: readonly Target[]): Promise<void> {
  const adapters = new Set(kept.map(({ adapter }) => adapter));
  await Promise.all(targets.filter(({ adapter }) => !adapters.has(adapter)).map(({ adapter }) => adapter.close()));
}

async function keepOrOpen(
  settings: TargetSettings,
  kinds: ReadonlyMap<string, AdapterKind>,
  host: (target: string) => AdapterHost,
  open: readonly OpenTarget[],
  journal: GateJournal,
): Promise<OpenTarget> {
  const same = open.find((target) => isDeepStrictEqual(target.settings, settings));
  if (same !== undefined) return same;
  const kind = settings === SYSTEM ? systemKind : kinds.get(settings.kind);
  if (kind === undefined) throw new Error(`No adapter kind ${settings.kind}; known: ${[...kinds.keys()].join(', ')}`);
  const kept = open.find((target) => isSameUpstream(target.settings, settings));
  // `as`: the options were checked against this kind's own schema when the config was read
  const adapter = kept?.adapter ?? (await kind.open(settings.options as never, host(settings.name)));
  return {
    name: settings.name,
    adapter,
    settings,
    gate: settings === SYSTEM ? undefined : openGate(settings, kind, journal),
  };
}

/** A target that is only let in to otherwise goes on with its adapter. */
function isSameUpstream(before: TargetSettings, { name, kind, options }: TargetSettings): boolean {
  return before.name === name && before.kind === kind && isDeepStrictEqual(before.options, options);
}

function openGate({ name, gate = translateGate({}) }: TargetSettings, kind: AdapterKind, journal: GateJournal): Gate {
  const { queue, breaker, retry, concurrency = kind.concurrency ?? GATE_DEFAULTS.concurrency } = gate;
  return new Gate(name, { concurrency, queue, breaker, retry }, journal);
}
