import { CompactSign } from 'jose';
import type { Receipt } from '../../../contracts/receipt.ts';
import { publicJwk, type ReceiptJwk, readSigningKey, toReceiptJwk } from './signing-key.ts';

/** Says in the JWS itself what it is, so that none of another purpose is taken for a receipt. */
export const RECEIPT_TYPE = 'waybill-receipt+jws';
export const RECEIPT_ALGORITHM = 'EdDSA';
const SIGNATURE_BYTES = 64;

export interface ReceiptPolicy {
  /** A text that `readSigningKey` reads. */
  readonly key: string;
  readonly keyId?: string;
  readonly retired: readonly { readonly x: string; readonly kid: string }[];
}

export interface ReceiptSigner {
  readonly replica: string;
  /** The key that signs, then those that did. */
  readonly jwks: { readonly keys: readonly ReceiptJwk[] };
  /** How long the receipt of these claims is: the digest in them may be any. */
  lengthOf(claims: Receipt): number;
  sign(claims: Receipt): Promise<string>;
}

export function openReceiptSigner({ key, keyId, retired }: ReceiptPolicy, replica: string): ReceiptSigner {
  const signingKey = readSigningKey(key);
  if (signingKey === undefined) throw new Error('Configuration lets no other key through');
  const own = publicJwk(signingKey, keyId);
  const header = { alg: RECEIPT_ALGORITHM, typ: RECEIPT_TYPE, kid: own.kid };
  const fixedLength = base64Length(JSON.stringify(header).length) + base64Length(SIGNATURE_BYTES) + '..'.length;
  return {
    replica,
    jwks: { keys: [own, ...retired.map(({ x, kid }) => toReceiptJwk(x, kid))] },
    lengthOf: (claims) => fixedLength + base64Length(Buffer.byteLength(JSON.stringify(claims))),
    sign: (claims) => new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(header).sign(signingKey),
  };
}

/** Of base64url, which has no padding. */
function base64Length(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}
