import type { Sealer } from '../../../contracts/adapter.ts';

const PURPOSE = 'browser-page';
/** Sealed tokens are far longer than this; a target id is 32 hex digits. */
const TARGET_ID = /^[0-9A-Fa-f]{8,64}$/;
/** The context that a page is in expires long before, unless it is used all the time. */
const HANDLE_LIFE_MS = 24 * 60 * 60 * 1000;

/** What a page is named by: a target id (pages of the default context), or a handle sealed to one principal. */
export interface PageName {
  readonly targetId: string;
  /** Undefined: a page of the default context. */
  readonly browserContextId: string | undefined;
}

export function sealHandle(sealer: Sealer, principal: string, targetId: string, contextId: string): Promise<string> {
  return sealer.seal(PURPOSE, { principal, target_id: targetId, context_id: contextId }, Date.now() + HANDLE_LIFE_MS);
}

/** Undefined: no name of a page, expired, or another principal's. */
export async function parsePageName(
  sealer: Sealer,
  principal: string,
  identifier: string,
): Promise<PageName | undefined> {
  if (TARGET_ID.test(identifier)) return { targetId: identifier, browserContextId: undefined };
  const sealed = await sealer.unseal(PURPOSE, identifier);
  if (sealed?.principal !== principal) return undefined;
  const { target_id: targetId, context_id: browserContextId } = sealed;
  if (typeof targetId !== 'string' || typeof browserContextId !== 'string') return undefined;
  return { targetId, browserContextId };
}
