import { NONCE_STORES } from '../../contracts/config/nonce.ts';
import { isRecord } from '../core/is-record.ts';

const DEFAULT_TTL_MS = 600_000;

/** The store that is used: where none is named, one that can keep what it promises, or none. */
export function nonceStoreOf(store: unknown, replicas: number): (typeof NONCE_STORES)[number] {
  return NONCE_STORES.find((known) => known === store) ?? (replicas > 1 ? 'off' : 'memory');
}

/** How long the same request may be sent again under its context id. */
export function longestContextLifeMs(context: {
  readonly max_age_ms?: unknown;
  readonly clock_skew_ms?: unknown;
  readonly domains?: unknown;
}): number {
  const domains = isRecord(context.domains) ? Object.values(context.domains) : [];
  const ages = [context, ...domains].map((policy) => (isRecord(policy) ? Number(policy.max_age_ms ?? 0) : 0));
  return Math.max(...ages.filter(Number.isFinite)) + Number(context.clock_skew_ms ?? 0);
}

export function nonceTtlMs(ttlMs: number | undefined, contextLifeMs: number): number {
  return ttlMs ?? Math.max(DEFAULT_TTL_MS, contextLifeMs);
}
