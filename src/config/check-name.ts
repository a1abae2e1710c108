import { NAME_PATTERN } from '../../contracts/config/name-pattern.ts';
import { type Finding, finding } from './finding.ts';

const NAME = new RegExp(NAME_PATTERN);

/** Whether something may go by its name: JSON Schema knows as well, and can't say it in words. */
export function checkName(section: string, name: string, what: string): Finding[] {
  if (NAME.test(name)) return [];
  const hint = 'use a lower-case letter, then up to 62 lower-case letters, digits, _ or -';
  return [finding([section, name], 'key', `"${name}" is no name for a ${what}`, hint)];
}
