import { DOMAIN_PATTERN } from '../../contracts/minting.ts';

/** `{domain}-{timestamp}-{sequence}-{hash}`, taken apart. Timestamp and sequence stay text: the hash is over them as written. */
export interface ContextId {
  readonly domain: string;
  readonly timestamp: string;
  readonly sequence: string;
  readonly hash: string;
}

/** Read from the right, as the domain itself may hold hyphens. */
const CONTEXT_ID = /^(.+)-(\d{13}|\d{8})-(\d{3,6})-([0-9a-f]{6,64})$/;
const DOMAIN = new RegExp(DOMAIN_PATTERN);

const DAY_MS = 86_400_000;
const MAX_SEQUENCE = 999_999;

export function parseContextId(text: string): ContextId | undefined {
  const parts = CONTEXT_ID.exec(text);
  if (parts === null) return undefined;
  const [, domain = '', timestamp = '', sequence = '', hash = ''] = parts;
  return DOMAIN.test(domain) ? { domain, timestamp, sequence, hash } : undefined;
}

/** The span of time in which an id may have been made (epoch ms): a minute, or the UTC day of the date form. */
export function mintedBetween(timestamp: string): { readonly fromMs: number; readonly toMs: number } | undefined {
  if (timestamp.length === 13) return { fromMs: Number(timestamp), toMs: Number(timestamp) };
  const fromMs = Date.parse(`${timestamp.slice(0, 4)}-${timestamp.slice(4, 6)}-${timestamp.slice(6, 8)}T00:00:00Z`);
  return Number.isNaN(fromMs) ? undefined : { fromMs, toMs: fromMs + DAY_MS - 1 };
}

/** `007` after `006`; undefined after the last sequence there is, 999999. */
export function nextSequence(sequence: string): string | undefined {
  const next = Number(sequence) + 1;
  return next > MAX_SEQUENCE ? undefined : String(next).padStart(3, '0');
}
