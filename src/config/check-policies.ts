import type { ExpressionProblem } from '../../expressions/read-expression.ts';
import { isRecord } from '../core/is-record.ts';
import { openPolicyLanguage, type ReadCondition } from '../core/policies/policy-language.ts';
import { type ConfigPath, type Finding, finding } from './finding.ts';
import { suggestName } from './suggest-name.ts';

/** What goes with a condition, and what belongs to the other one. */
const FORMS = {
  deny_when: { needs: 'message', other: 'guard' },
  guard_when: { needs: 'guard', other: 'message' },
} as const;

/** Each policy denies or demands a guard, by a condition that can be judged. */
export function checkPolicies(policies: unknown, guards: unknown): Finding[] {
  if (!Array.isArray(policies)) return [];
  const read = openPolicyLanguage();
  const known = isRecord(guards) ? Object.keys(guards) : [];
  return policies.flatMap((policy: unknown, index) =>
    isRecord(policy) ? checkPolicy(policy, ['policies', index], read, known) : [],
  );
}

function checkPolicy(
  policy: Readonly<Record<string, unknown>>,
  path: ConfigPath,
  read: ReadCondition,
  guards: readonly string[],
): Finding[] {
  if ('deny_when' in policy === 'guard_when' in policy) {
    const message = 'a policy has exactly one of deny_when and guard_when';
    return [finding(path, 'key', message, 'write two policies, or remove one of the two')];
  }
  const form = 'deny_when' in policy ? 'deny_when' : 'guard_when';
  const { needs, other } = FORMS[form];
  return [
    ...(needs in policy ? [] : [finding(path, 'key', `"${needs}" is missing: it goes with ${form}`, 'add it')]),
    ...(other in policy
      ? [finding([...path, other], 'key', `"${other}" does nothing beside ${form}`, 'remove it')]
      : []),
    ...checkCondition(policy[form], [...path, form], read),
    ...(form === 'guard_when' ? checkGuardName(policy.guard, [...path, 'guard'], guards) : []),
  ];
}

function checkCondition(source: unknown, path: ConfigPath, read: ReadCondition): Finding[] {
  if (typeof source !== 'string' || source === '') return [];
  const condition = read(source);
  return 'problem' in condition ? [toFinding(condition, path)] : [];
}

function toFinding({ problem, hint }: ExpressionProblem, path: ConfigPath): Finding {
  return finding(path, 'value', `the condition ${problem}`, hint);
}

function checkGuardName(name: unknown, path: ConfigPath, guards: readonly string[]): Finding[] {
  if (typeof name !== 'string' || name === '' || guards.includes(name)) return [];
  const hint =
    guards.length === 0 ? 'this configuration has no guards: add a section guards' : suggestName(name, guards);
  return [finding(path, 'value', `"${name}" is no guard of this configuration`, hint)];
}
