import Type, { type Static } from 'typebox';

const MINUTE_MS = 60_000;

/** A target of kind `browser`. */
export const BrowserOptions = Type.Object(
  {
    endpoint: Type.Optional(
      Type.String({
        pattern: '^(https?|wss?)://[^\\s/]+',
        description: 'DevTools endpoint of a running Chromium: http://host:port, or its ws:// address.',
      }),
    ),
    launch: Type.Optional(
      Type.Literal(true, {
        description: 'Start the Chromium found on this machine, headless, and end it with the service.',
      }),
    ),
    executable: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Path of the browser to launch; left out: looked for by its usual names.',
      }),
    ),
    allow_origins: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^(\\*|https?://(\\*\\.)?[^\\s/?#@*]+)$',
          description:
            'An origin (https://shop.example, https://*.shop.example), without a path or a slash at its end, or *.',
        }),
        {
          default: [],
          description:
            'Origins that pages may be on: https://shop.example, https://*.shop.example, or * for any. None by default: only about:blank, and in development the demo site.',
        },
      ),
    ),
    allow_private_addresses: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also allow private, loopback and link-local addresses, as far as allow_origins names them.',
      }),
    ),
    egress_proxy: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "The browser reaches the network through a filtering proxy. A response's remote address is then the proxy's and is not checked.",
      }),
    ),
    context_ttl_ms: Type.Optional(
      Type.Integer({
        minimum: 1000,
        maximum: 24 * 60 * MINUTE_MS,
        default: 10 * MINUTE_MS,
        description: 'How long an isolated browser context is kept without use, half of it at least (milliseconds).',
      }),
    ),
    max_contexts: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 32,
        description: 'How many isolated browser contexts there may be in one browser, all callers together.',
      }),
    ),
  },
  {
    additionalProperties: false,
    oneOf: [{ required: ['endpoint'] }, { required: ['launch'] }],
    title: 'Browser target',
  },
);
export type BrowserOptions = Static<typeof BrowserOptions>;
