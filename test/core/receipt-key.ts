import { generateKeyPairSync } from 'node:crypto';
import { publicJwk } from '../../src/core/receipts/signing-key.ts';

/** A key that receipts are signed with: as configuration holds it, and its public part. */
export function makeReceiptKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicJwk(privateKey);
  return {
    key: JSON.stringify(privateKey.export({ format: 'jwk' })),
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    jwk,
    jwks: { keys: [{ ...jwk }] },
  };
}
