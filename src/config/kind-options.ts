import { TARGET_GATE_KEYS } from '../../contracts/config/target-gate.ts';

/** What of a target's section its adapter kind is given. */
export function kindOptions<Value>(target: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(target).filter(([key]) => key !== 'kind' && !(key in TARGET_GATE_KEYS)));
}
