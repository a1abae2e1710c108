import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiKeySettings } from '../config/auth-settings.ts';
import type { Admission, Authenticator } from '../core/authenticator.ts';
import { refuseToken } from '../core/refuse-token.ts';
import { compilePermissions } from './compile-permissions.ts';
import { KEY_PREFIX } from './create-key.ts';

interface KnownKey {
  readonly digest: Buffer;
  readonly admission: Admission;
}

/** So many digits of a digest are looked up by; the rest is compared in constant time. */
const INDEX_DIGITS = 8;

/**
 * Callers that prove who they are by a key. It has 256 random bits, so there is nothing to guess that a slow hash could
 * slow down: one would only cost every request, and hand whoever sends made-up keys a lever. How long a look-up takes may
 * tell about the digest of a made-up key, which says nothing of a real one.
 */
export function openApiKeys(keys: readonly ApiKeySettings[]): Authenticator {
  const byIndex = new Map<string, KnownKey[]>();
  for (const { id, sha256, attributes, grant } of keys) {
    const principal = { id, attributes, permissions: compilePermissions([grant]) };
    const known = { digest: Buffer.from(sha256, 'hex'), admission: { principal, expiresAtMs: undefined } };
    const index = sha256.slice(0, INDEX_DIGITS);
    byIndex.set(index, [...(byIndex.get(index) ?? []), known]);
  }
  const recall = (token: string): Admission | undefined => {
    // A hash of nothing, or of a word, is soon in a configuration: `printf "$KEY" | sha256sum` without the variable.
    if (!token.startsWith(KEY_PREFIX)) return undefined;
    const digest = hash('sha256', token, 'buffer');
    const candidates = byIndex.get(digest.toString('hex', 0, INDEX_DIGITS / 2)) ?? [];
    return candidates.find((known) => timingSafeEqual(known.digest, digest))?.admission;
  };
  return {
    recall,
    authenticate: async (token) => recall(token) ?? refuseKey(token),
  };
}

function refuseKey(token: string) {
  return refuseToken(
    token.startsWith(KEY_PREFIX)
      ? 'The API key is not one of this service: it was changed, or is no longer valid'
      : `What was sent is no API key of this service: they start with ${KEY_PREFIX}`,
    'Whoever runs the service makes them: waybill key create.',
  );
}
