import { isSecretName, MASK, maskSecrets } from '../../contracts/secrets.ts';
import { isRecord } from '../core/is-record.ts';

/** Deeper than any line of ours; what lies below is not looked through, and so left out. */
const MOST_LEVELS = 8;

/** The fields of a log line without secrets: by their names at any depth, and by their looks in any text. */
export function maskFields(fields: Readonly<Record<string, unknown>>, levels = MOST_LEVELS): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecretName(name) ? MASK : maskValue(value, levels - 1)]),
  );
}

function maskValue(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (value instanceof Error) return value; // its serializer takes it apart first
  if (typeof value !== 'object' || value === null) return value;
  if (levels <= 0) return MASK;
  if (Array.isArray(value)) return value.map((entry) => maskValue(entry, levels - 1));
  return isRecord(value) ? maskFields(value, levels) : value;
}
