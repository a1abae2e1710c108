import { GuardConfig } from '../../contracts/config/guards.ts';
import { isRecord } from '../core/is-record.ts';
import { GUARD_KINDS } from '../guard-kinds.ts';
import { checkName } from './check-name.ts';
import { checkSchema } from './check-schema.ts';
import type { Finding } from './finding.ts';

/** Names and options of the guards; fills in the defaults of their options. */
export function checkGuards(guards: unknown): Finding[] {
  if (!isRecord(guards)) return [];
  return Object.entries(guards).flatMap(([name, guard]) => [
    ...checkName('guards', name, 'guard'),
    ...(isRecord(guard) ? checkOptions(name, guard) : []),
  ]);
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
