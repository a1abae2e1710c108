import type { Hail } from '../../src/core/arrival.ts';
import type { Core } from '../../src/core/core.ts';
import { missingTargets } from '../../src/core/tools/missing-targets.ts';

/** How long a list may be kept without asking. Changes are told to those who listen; for others this is how late they may be. */
const LIST_TTL_MS = 60_000;

/** Where a list says that something is missing from it. */
const DEGRADED_KEY = 'dev.waybill/degraded';

/** How a list may be cached: by everyone only where everyone sees the same; not while something is missing that may come any time. */
export function listHint(
  core: Core,
  { principal }: Pick<Hail, 'principal'>,
): { ttlMs: number; cacheScope: 'public' | 'private' } {
  return {
    ttlMs: missingTargets(core, principal.permissions).length > 0 ? 0 : LIST_TTL_MS,
    cacheScope: core.authenticator === undefined ? 'public' : 'private',
  };
}

/** The targets that can't say yet what they offer, with the reason. */
export function degradedMeta(core: Core, { principal }: Hail): { _meta?: Record<string, unknown> } {
  const missing = missingTargets(core, principal.permissions);
  return missing.length === 0 ? {} : { _meta: { [DEGRADED_KEY]: missing } };
}
