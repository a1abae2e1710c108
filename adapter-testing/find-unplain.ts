import { isRecord } from '../src/core/is-record.ts';

const DEEPEST = 100;

/** Where a value is not what `JSON.parse` could have returned, and what is there instead; undefined where it is. */
export function findUnplain(value: unknown, path = '', depth = 0): string | undefined {
  if (depth > DEEPEST) return `more than ${DEEPEST} levels, or a circle, at ${path.slice(0, 100)}…`;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${value} at ${path || '/'}`;
  if (Array.isArray(value)) return findIn([...value].entries(), path, depth);
  if (isRecord(value) && isPlainObject(value)) return findIn(Object.entries(value), path, depth);
  return `${describe(value)} at ${path || '/'}`;
}

function findIn(members: Iterable<[string | number, unknown]>, path: string, depth: number): string | undefined {
  for (const [name, member] of members) {
    const found = findUnplain(member, `${path}/${name}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? `a ${value.constructor.name}`
    : `a value of type ${typeof value}`;
}
