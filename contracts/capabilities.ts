import Type, { type Static } from 'typebox';

export const EXECUTION_CONTEXTS = ['isolated', 'shared', 'dedicated'] as const;
export const ENCODINGS = ['gzip', 'brotli', 'none'] as const;

/** What the client is and can take part in. A client that is no browser says `"browser": "none"`. */
export const ClientCapabilities = Type.Object(
  {
    browser: Type.String({ minLength: 1, maxLength: 64, description: 'Browser family, or "none".' }),
    version: Type.Optional(Type.String({ maxLength: 64 })),
    os: Type.String({ minLength: 1, maxLength: 64 }),
    arch: Type.String({ minLength: 1, maxLength: 64 }),
    execution_context: Type.Enum(EXECUTION_CONTEXTS, {
      description:
        'The sandbox an action runs in: a fresh browser context, the existing one, or the page that the client names.',
    }),
    supports_streaming: Type.Boolean({ description: 'False: the answer is never a stream.' }),
    max_payload_size: Type.Integer({
      minimum: 1024,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Bytes; bounds the request body and the answer.',
    }),
    preferred_encoding: Type.Enum(ENCODINGS),
    supported_actions: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 512 }),
    context_schema_version: Type.String({ maxLength: 16 }),
    resource_cache_ttl: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400_000,
        description: 'Milliseconds for which an observed resource state may be reused, where its type allows that.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Client capabilities' },
);
export type ClientCapabilities = Static<typeof ClientCapabilities>;
