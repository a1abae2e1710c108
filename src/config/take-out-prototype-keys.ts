import { isRecord } from '../core/is-record.ts';
import { type ConfigPath, type Finding, finding } from './finding.ts';

/** Findings for every `__proto__` among the keys, wherever it stands; each is taken out of `value`, so that nothing copies it. */
export function takeOutPrototypeKeys(value: unknown, path: ConfigPath = []): Finding[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => takeOutPrototypeKeys(entry, [...path, index]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const at = [...path, key];
    if (key !== '__proto__') return takeOutPrototypeKeys(child, at);
    Reflect.deleteProperty(value, key);
    return [finding(at, 'key', '"__proto__" is no key that a configuration can have', 'leave it out')];
  });
}
