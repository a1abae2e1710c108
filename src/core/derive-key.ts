import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;

/** One key a purpose and secret (HKDF-SHA-256, RFC 5869), so that no key ever serves two purposes. */
export function deriveKeys(secrets: readonly Uint8Array[], purpose: string): readonly KeyObject[] {
  return secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `waybill/${purpose}`, KEY_BYTES))),
  );
}
