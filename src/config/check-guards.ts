import { GuardConfig } from '../../contracts/config/guards.ts';
import { isRecord } from '../core/is-record.ts';
import { GUARD_KINDS } from '../guard-kinds.ts';
import { checkSchema } from './check-schema.ts';
import { type Finding, finding } from './finding.ts';

// The same as the pattern of the names under `guards` in the contract, which JSON Schema can't make a refusal say in words.
const GUARD_NAME = /^[a-z][a-z0-9_-]{0,62}$/;

/** Names and options of the guards; fills in the defaults of their options. */
export function checkGuards(guards: unknown): Finding[] {
  if (!isRecord(guards)) return [];
  return Object.entries(guards).flatMap(([name, guard]) => [
    ...checkName(name),
    ...(isRecord(guard) ? checkOptions(name, guard) : []),
  ]);
}

function checkName(name: string): Finding[] {
  if (GUARD_NAME.test(name)) return [];
  const hint = 'use a lower-case letter, then up to 62 lower-case letters, digits, _ or -';
  return [finding(['guards', name], 'key', `"${name}" is no name for a guard`, hint)];
}

function checkOptions(name: string, guard: Readonly<Record<string, unknown>>): Finding[] {
  const own = Object.keys(GuardConfig.properties);
  const kind = typeof guard.kind === 'string' ? GUARD_KINDS.get(guard.kind) : undefined;
  if (kind === undefined) return []; // the schema has said so
  const options = Object.fromEntries(Object.entries(guard).filter(([key]) => !own.includes(key)));
  const findings = checkSchema(options, kind.options, ['guards', name]);
  Object.assign(guard, options);
  return findings;
}
