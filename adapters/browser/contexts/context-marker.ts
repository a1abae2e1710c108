import type { Sealer } from '../../../contracts/adapter.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';

/** Reserved (RFC 2606): it never resolves, so no page is ever on it and none can read or set its cookies. */
const MARKER_DOMAIN = 'waybill.invalid';
const MARKER_NAME = 'waybill';
const PURPOSE = 'browser-context';
/** The seal must still be read when the context has long expired: only then may it be swept. */
const SEAL_LIFE_MS = 365 * 24 * 60 * 60 * 1000;

/** Whose an isolated browser context is, and until when: it stands in the browser, so every replica knows it. */
export interface ContextMark {
  /** Undefined: a Waybill with another secret made it. It counts and expires like ours, and is nobody's here. */
  readonly principal: string | undefined;
  readonly expiresAtMs: number;
  readonly seal: string;
}

/** Makes a new context a principal's. */
export async function sealOwner(sealer: Sealer, principal: string, contextId: string): Promise<string> {
  return sealer.seal(PURPOSE, { principal, context_id: contextId }, Date.now() + SEAL_LIFE_MS);
}

export async function writeMark(
  browser: CdpSession,
  browserContextId: string,
  mark: Pick<ContextMark, 'expiresAtMs' | 'seal'>,
): Promise<void> {
  // Without `expires` the cookie lives as long as its context: one that vanished could not tell what is to be swept.
  const cookie = {
    name: MARKER_NAME,
    value: `${mark.expiresAtMs}.${mark.seal}`,
    domain: MARKER_DOMAIN,
    path: '/',
    secure: true,
    httpOnly: true,
  };
  await browser.send('Storage.setCookies', { cookies: [cookie], browserContextId });
}

/** Undefined: no Waybill made this context. */
export async function readMark(
  browser: CdpSession,
  sealer: Sealer,
  browserContextId: string,
): Promise<ContextMark | undefined> {
  const { cookies } = await browser.send('Storage.getCookies', { browserContextId });
  const value = cookies.find(({ name, domain }) => name === MARKER_NAME && domain === MARKER_DOMAIN)?.value;
  const [, expiresAt, seal] = /^(\d{1,15})\.(.+)$/.exec(value ?? '') ?? [];
  if (expiresAt === undefined || seal === undefined) return undefined;
  const owner = await sealer.unseal(PURPOSE, seal);
  const isItsOwn = owner?.context_id === browserContextId && typeof owner.principal === 'string';
  return { principal: isItsOwn ? String(owner.principal) : undefined, expiresAtMs: Number(expiresAt), seal };
}
