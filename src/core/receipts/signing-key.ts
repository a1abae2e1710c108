import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';

/** A public key as the JWKS shows it. */
export interface ReceiptJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** A private Ed25519 key in a text, as JWK or PKCS#8 PEM; undefined where there is none in it. */
export function readSigningKey(text: string): KeyObject | undefined {
  try {
    const key = text.trimStart().startsWith('{')
      ? createPrivateKey({ key: JSON.parse(text), format: 'jwk' })
      : createPrivateKey(text.replaceAll('\\n', '\n')); // as tools write line breaks that keep a variable on one line
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The public half of a private key; its id is the thumbprint (RFC 7638), where none is given. */
export function publicJwk(key: KeyObject, keyId?: string): ReceiptJwk {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return toReceiptJwk(x, keyId ?? hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url'));
}

export function toReceiptJwk(x: string, kid: string): ReceiptJwk {
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}
