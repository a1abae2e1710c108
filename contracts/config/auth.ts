import Type, { type Static } from 'typebox';

const AUTH_MODES = ['none', 'api_key', 'jwt'] as const;

/** Signatures by a private key. Of a symmetric one (HS256) the key that verifies also signs, and a JWKS publishes it. */
const JWT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** What the principal of a key may be called. */
export const KEY_ID_PATTERN = '^[A-Za-z0-9]([A-Za-z0-9_.@-]{0,126}[A-Za-z0-9])?$';

const Globs = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });

const grant = {
  intents: Globs('Intent keys that may be done; `*` stands for any run of characters.'),
  domains: Type.Optional(Globs('Context domains in which they may be done, with `*` as above; left out: any.')),
  targets: Type.Optional(Globs('Targets at which they may be done, with `*` as above; left out: any.')),
  may: Type.Optional(
    Type.Array(Type.Enum(['explain'] as const), {
      description: 'What may be asked of the service beside acting: `explain`.',
    }),
  ),
};

const GrantConfig = Type.Object(grant, { additionalProperties: false });
export type GrantConfig = Static<typeof GrantConfig>;

const ApiKeyConfig = Type.Object(
  {
    id: Type.String({
      pattern: KEY_ID_PATTERN,
      description: 'The principal that the key is of: 1 to 128 letters, digits, _, ., @ and -; two keys may be of one.',
    }),
    hash: Type.String({
      pattern: '^sha256:[0-9a-f]{64}$',
      description: 'sha256: and the SHA-256 of the key in lower-case hex, as `waybill key create` prints it.',
    }),
    attributes: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'What policies may know of it: `{ tier: gold }`.' }),
    ),
    ...grant,
  },
  { additionalProperties: false },
);
export type ApiKeyConfig = Static<typeof ApiKeyConfig>;

/** Which keys a mode needs, and which are of another, is checked by `src/config/check-auth.ts`: a union could not say it. */
export const AuthConfig = Type.Object(
  {
    mode: Type.Enum(AUTH_MODES, { description: 'How callers prove who they are.' }),
    keys: Type.Optional(Type.Array(ApiKeyConfig, { description: 'With `api_key`: the keys, by their hashes.' })),
    jwks_url: Type.Optional(
      Type.String({
        description: 'With `jwt`: where the public keys of the issuer are. https; http on loopback only.',
      }),
    ),
    issuer: Type.Optional(Type.String({ minLength: 1, description: 'With `jwt`: what `iss` must be, exactly.' })),
    audience: Type.Optional(Type.String({ minLength: 1, description: 'With `jwt`: what `aud` must be, or hold.' })),
    algorithms: Type.Optional(
      Type.Array(Type.Enum(JWT_ALGORITHMS), {
        minItems: 1,
        description: 'With `jwt`: the signature algorithms that are taken; left out: RS256, PS256, ES256, EdDSA.',
      }),
    ),
    clock_skew_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 300_000,
        description: 'With `jwt`: how far clocks may differ; left out: 30000 (milliseconds)',
      }),
    ),
    principal_claim: Type.Optional(
      Type.String({ minLength: 1, description: 'With `jwt`: the claim that names the principal; left out: sub.' }),
    ),
    attributes: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        description: 'With `jwt`: attributes for policies, each with the claim that it is read from.',
      }),
    ),
    scopes: Type.Optional(
      Type.Record(Type.String(), GrantConfig, {
        description: 'With `jwt`: what each scope of a token grants; scopes that are not named here grant nothing.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type AuthConfig = Static<typeof AuthConfig>;
