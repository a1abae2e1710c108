import { hash } from 'node:crypto';
import type { Outcome } from '../../../contracts/outcome.ts';
import { canonicalJson } from '../canonical-json.ts';

/** SHA-256, as hex, of the canonical JSON (RFC 8785) of an outcome as it was sent, without its receipt. */
export function digestOutcome({ receipt: _, ...outcome }: Outcome): string {
  return hash('sha256', canonicalJson(outcome));
}
