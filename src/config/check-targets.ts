import type { TSchema } from 'typebox';
import type { AdapterKind } from '../../contracts/adapter.ts';
import { TARGET_GATE_KEYS } from '../../contracts/config/target-gate.ts';
import { SYSTEM_TARGET } from '../../contracts/config.ts';
import { isRecord } from '../core/is-record.ts';
import { checkName } from './check-name.ts';
import { checkSchema } from './check-schema.ts';
import { type Finding, finding } from './finding.ts';
import { kindOptions } from './kind-options.ts';
import { suggestName } from './suggest-name.ts';
import { UNBUILT_KINDS } from './unbuilt-features.ts';

/** What every adapter kind says of its options, by kind. */
export type KindOptions = ReadonlyMap<string, Pick<AdapterKind, 'options' | 'check'>>;

/** Names, kinds and options of the targets; fills in the defaults of their options. */
export function checkTargets(adapters: unknown, kinds: KindOptions): Finding[] {
  if (!isRecord(adapters)) return [];
  return Object.entries(adapters).flatMap(([name, target]) => [
    ...checkTargetName(name),
    ...(isRecord(target) ? checkTarget(name, target, kinds) : []),
  ]);
}

function checkTargetName(name: string): Finding[] {
  if (name !== SYSTEM_TARGET) return checkName('adapters', name, 'target');
  const message = 'the name "system" is reserved for the target that is always there';
  return [finding(['adapters', name], 'key', message, 'give this target another name')];
}

function checkTarget(name: string, target: Readonly<Record<string, unknown>>, kinds: KindOptions): Finding[] {
  const { kind } = target;
  const options = kindOptions(target);
  if (typeof kind !== 'string') return [];
  const known = kinds.get(kind);
  if (known === undefined || kind === SYSTEM_TARGET) return [unknownKind(name, kind, kinds)];
  const findings = checkSchema(options, withGateKeys(known.options), ['adapters', name]);
  Object.assign(target, options);
  if (findings.length > 0) return findings;
  // `as`: they have just been found to fit this kind's own schema
  const problems = known.check?.(options as never) ?? [];
  return problems.map(({ path, message, hint }) => finding(['adapters', name, ...path], 'value', message, hint));
}

/** Checked with the file as a whole, and not there among the options; known here for suggestions. */
function withGateKeys(schema: TSchema): TSchema {
  const keys = Object.fromEntries(Object.keys(TARGET_GATE_KEYS).map((key) => [key, {}]));
  const known: unknown = Reflect.get(schema, 'properties');
  return { ...schema, properties: { ...keys, ...(isRecord(known) ? known : {}) } };
}

function unknownKind(name: string, kind: string, kinds: KindOptions): Finding {
  const known = [...kinds.keys()].filter((other) => other !== SYSTEM_TARGET);
  const path = ['adapters', name, 'kind'];
  if (kind === SYSTEM_TARGET) return finding(path, 'value', 'the system adapter is always there', 'remove this target');
  if (UNBUILT_KINDS.includes(kind)) {
    return finding(path, 'value', `this version has no adapter of kind "${kind}"`, `known kinds: ${known.join(', ')}`);
  }
  return finding(path, 'value', `unknown adapter kind "${kind}"`, suggestName(kind, known));
}
