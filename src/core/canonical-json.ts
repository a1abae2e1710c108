import canonicalize from 'canonicalize';

/**
 * Canonical JSON (RFC 8785) of anything that came out of JSON.parse. That standard refuses half surrogate pairs and numbers
 * beyond the range of doubles, which JSON can hold all the same: they are written as JSON text would have them, so that
 * whoever sends one can't break what is digested.
 */
export function canonicalJson(value: unknown): string {
  try {
    return canonicalize(value) ?? '';
  } catch {
    return write(value);
  }
}

function write(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
  return `{${members.join(',')}}`;
}
