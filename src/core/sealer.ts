import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Sealer } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { deriveKeys } from './derive-key.ts';

interface SealedBody {
  readonly purpose: string;
  readonly expiresAtMs: number;
  readonly value: JsonObject;
}

/** Seals with the first secret's key, unseals with any (JWE compact, `dir` + A256GCM, through jose). */
export function openSealer(secrets: readonly Uint8Array[], now: () => number = Date.now): Sealer {
  const keys = deriveKeys(secrets, 'seal');
  const [sealingKey] = keys;
  if (sealingKey === undefined) throw new Error('No secret to seal with');
  return {
    seal: (purpose, value, expiresAtMs) => {
      const body: SealedBody = { purpose, expiresAtMs, value };
      return new CompactEncrypt(Buffer.from(JSON.stringify(body)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(sealingKey);
    },
    unseal: async (purpose, token) => {
      for (const key of keys) {
        const body = await open(token, key);
        if (body?.purpose === purpose && body.expiresAtMs > now()) return body.value;
      }
      return undefined;
    },
  };
}

/**
 * As sealed. jose also reads spaces and line breaks in between, and ignores the bits that the last character of a part leaves
 * unused: one sealed value would have many tokens, and what is to be used once could be used under another text.
 */
function isAsSealed(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

async function open(token: string, key: Parameters<typeof compactDecrypt>[1]): Promise<SealedBody | undefined> {
  if (!isAsSealed(token)) return undefined;
  try {
    const { plaintext } = await compactDecrypt(token, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    // `as`: authenticated by our own key, so only `seal` above can have written it
    return JSON.parse(Buffer.from(plaintext).toString()) as SealedBody;
  } catch {
    return undefined; // not a token, or not sealed by this key
  }
}
