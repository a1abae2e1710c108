import type { PolicyConfig } from '../../contracts/config/policies.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { PolicyRule } from '../core/policies/policy.ts';
import type { GuardSettings } from './settings.ts';

export type FilledGuard = { readonly kind: string; readonly timeout_ms: number } & JsonObject;

export function translatePolicy(policy: PolicyConfig, index: number): PolicyRule {
  const { name = `policies[${index}]`, deny_when, message = '', guard_when, guard = '' } = policy;
  return guard_when === undefined
    ? { name, when: deny_when ?? '', consequence: { deny: message } }
    : { name, when: guard_when, consequence: { ask: guard } };
}

export function translateGuard([name, guard]: [string, FilledGuard]): GuardSettings {
  const { kind, timeout_ms: timeoutMs, ...options } = guard;
  return { name, kind, timeoutMs, options };
}
