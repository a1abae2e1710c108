import Type from 'typebox';

const KeyId = (description: string) =>
  Type.String({
    pattern: '^[\\w.~-]{1,128}$',
    description: `${description}: 1 to 128 letters, digits, and . _ ~ -`,
  });

/** A public key that no longer signs, as `waybill receipt key` prints it. */
const RetiredKey = Type.Object(
  {
    kty: Type.Literal('OKP'),
    crv: Type.Literal('Ed25519'),
    x: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'The public key: 43 characters of base64url.' }),
    kid: KeyId('By which receipts name it'),
    use: Type.Optional(Type.Literal('sig')),
    alg: Type.Optional(Type.Enum(['EdDSA', 'Ed25519'] as const)),
  },
  { additionalProperties: false },
);

/** The `receipts` section: what outcomes are signed with. */
export const ReceiptsConfig = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      description: 'The private Ed25519 key that signs, as JWK or PKCS#8 PEM: `waybill receipt key` makes one.',
    }),
    key_id: Type.Optional(KeyId('By which receipts name the key; left out, its thumbprint (RFC 7638)')),
    retired: Type.Optional(
      Type.Array(RetiredKey, {
        description: 'Public keys that signed before: they stay in the JWKS, so that old receipts can be checked.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Gives a signed receipt with each act; left out: none.' },
);
