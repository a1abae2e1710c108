import { testSettings } from '../../open-test-service.ts';
import type { BadRequest, Good } from './bad-request.ts';

const invalid = { http: 400, kind: 'invalid_request' } as const;
const withHeaders = (good: Good, headers: Readonly<Record<string, string>>) => ({ body: good.request(), headers });
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const BODIES: readonly BadRequest[] = [
  { name: 'no body', because: 'there is nothing to do', send: () => ({}), ...invalid, says: 'The body is empty' },
  {
    name: 'an empty body',
    because: 'as above, with a content type',
    send: () => ({ body: '' }),
    ...invalid,
    says: 'The body is empty',
  },
  {
    name: 'a body that is no JSON',
    because: 'a form, a query, a typo',
    send: () => ({ body: 'intent=click' }),
    ...invalid,
    says: "The body cannot be read as JSON: Unexpected token 'i'",
  },
  {
    name: 'a body that ends too early',
    because: 'it was cut off on its way',
    send: ({ request }) => ({ body: JSON.stringify(request()).slice(0, -1) }),
    ...invalid,
    says: 'The body cannot be read as JSON',
  },
  {
    name: 'a body with a comma too many',
    because: 'JSON, not JavaScript; where it is wrong is told, what stands there is not',
    send: () => ({ body: '{"payload":{"password":"hunter2",}}' }),
    ...invalid,
    says: 'The body cannot be read as JSON',
  },
  {
    name: 'a body with a secret where it is wrong',
    because: 'the parser would quote it, and the answer and the log would hold it',
    send: () => ({ body: '{"password": hunter2}' }),
    ...invalid,
    says: "The body cannot be read as JSON: Unexpected token 'h'",
  },
  {
    name: 'a body that is not UTF-8',
    because: 'bytes that mean nothing are not replaced in silence',
    send: () => ({ body: Buffer.from('{"payload":{"name":"M\xfcller"}}', 'latin1') }),
    ...invalid,
    says: 'The body is not valid UTF-8',
  },
  {
    name: '__proto__ in the payload',
    because: 'it would reach the prototype of whatever object it is copied to',
    send: ({ request }) => ({
      body: JSON.stringify(request()).replace('"payload":{}', '"payload":{"__proto__":{"admin":true}}'),
    }),
    ...invalid,
    says: 'The body cannot be read as JSON: Object contains forbidden prototype property',
  },
  {
    name: '__proto__ spelt with escapes',
    because: 'as above',
    send: ({ request }) => ({
      body: JSON.stringify(request()).replace('"payload":{}', '"payload":{"\\u005f_proto__":{"admin":true}}'),
    }),
    ...invalid,
    says: 'forbidden prototype property',
  },
  {
    name: 'constructor.prototype in the payload',
    because: 'the other way to the same place',
    send: ({ request }) => ({ body: { ...request(), payload: { constructor: { prototype: { admin: true } } } } }),
    ...invalid,
    says: 'forbidden prototype property',
  },
  {
    name: 'a body nested a hundred thousand deep',
    because: 'whatever walks it by recursion would run out of stack',
    send: ({ request }) => ({
      body: JSON.stringify(request()).replace('"payload":{}', `"payload":${nested(100_000)}`),
    }),
    ...invalid,
    says: 'nested deeper than',
  },
  {
    name: 'a body above the limit',
    because: 'limit and size are told',
    settings: { limits: { ...testSettings().limits, bodyBytes: 2048 } },
    send: ({ request }) => ({ body: { ...request(), payload: { text: 'x'.repeat(4096) } } }),
    http: 413,
    kind: 'payload_too_large',
    says: 'The body may have 2048 bytes, found ',
    hints: 'limits.body_bytes',
    details: { limit_bytes: 2048 },
  },
  {
    name: 'a body above the limit that does not say how long it is',
    because: 'counted as it arrives',
    settings: { limits: { ...testSettings().limits, bodyBytes: 2048 } },
    send: ({ request }) => ({
      body: { ...request(), payload: { text: 'x'.repeat(4096) } },
      headers: { 'transfer-encoding': 'chunked' },
    }),
    http: 413,
    kind: 'payload_too_large',
    says: 'The body may have 2048 bytes, found more',
  },
];

const TYPES: readonly BadRequest[] = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json', 'json'].map(
    (type): BadRequest => ({
      name: `the content type ${type}`,
      because: 'a form of any web page could send the simple ones without asking',
      send: (good) => withHeaders(good, { 'content-type': type }),
      http: 415,
      kind: 'unsupported_media_type',
      field: 'Content-Type',
      says: `must be JSON (Content-Type application/json or application/vnd.mcp.v2+json), found ${type}`,
    }),
  ),
  {
    name: 'a compressed body',
    because: 'a small one could unpack to a huge one',
    send: (good) => withHeaders(good, { 'content-encoding': 'gzip' }),
    http: 415,
    kind: 'unsupported_media_type',
    says: 'The body is compressed',
  },
];

const CALLERS: readonly BadRequest[] = [
  {
    name: 'a foreign Host',
    because: 'a page that rebound its own name to our address',
    send: (good) => withHeaders(good, { host: `evil.example:${good.port}` }),
    http: 403,
    kind: 'forbidden',
    field: 'Host',
    says: 'addressed to a host name that this service does not answer to',
    hints: 'listen.allowed_hosts',
  },
  {
    name: 'a Host that only begins like ours',
    because: 'names are compared whole',
    send: (good) => withHeaders(good, { host: '127.0.0.1.evil.example' }),
    http: 403,
    kind: 'forbidden',
    field: 'Host',
    says: 'addressed to a host name',
  },
  {
    name: 'a foreign Origin',
    because: 'a page that calls across sites',
    send: (good) => withHeaders(good, { origin: 'https://evil.example' }),
    http: 403,
    kind: 'forbidden',
    field: 'Origin',
    says: 'from a web page of another origin',
    hints: 'listen.allowed_origins',
  },
  {
    name: 'the Origin null',
    because: 'a sandboxed frame or a local file',
    send: (good) => withHeaders(good, { origin: 'null' }),
    http: 403,
    kind: 'forbidden',
    field: 'Origin',
    says: 'from a web page of another origin',
  },
  {
    name: 'our own Origin with another port',
    because: 'another server on the same machine is another origin',
    send: (good) => withHeaders(good, { origin: 'http://127.0.0.1:1' }),
    http: 403,
    kind: 'forbidden',
    field: 'Origin',
    says: 'from a web page of another origin',
  },
  {
    name: 'an Origin that begins like an allowed one',
    because: 'origins are compared whole',
    settings: {
      listen: {
        host: '127.0.0.1',
        port: 0,
        allowUnauthenticatedNetwork: false,
        allowedHosts: [],
        allowedOrigins: ['https://app.example'],
      },
    },
    send: (good) => withHeaders(good, { origin: 'https://app.example.evil.example' }),
    http: 403,
    kind: 'forbidden',
    field: 'Origin',
    says: 'from a web page of another origin',
  },
  {
    name: 'a GET of the documents by a foreign page',
    because: 'whatever is served is ours to give',
    send: () => ({ method: 'GET', path: '/openapi.json', headers: { origin: 'https://evil.example' } }),
    http: 403,
    kind: 'forbidden',
    field: 'Origin',
    says: 'from a web page of another origin',
  },
];

const notFound = { http: 404, kind: 'not_found' } as const;
const PATHS: readonly BadRequest[] = [
  {
    name: 'an unknown path',
    because: 'where to go is told',
    send: ({ request }) => ({ path: '/mcp/v3', body: request() }),
    ...notFound,
    says: 'Nothing is served at /mcp/v3',
    hints: 'POST /mcp/v2',
  },
  {
    name: 'an unknown path with a query',
    because: 'a query may hold secrets, so it is not repeated',
    send: () => ({ method: 'GET', path: '/nowhere?token=hunter2' }),
    ...notFound,
    says: 'Nothing is served at /nowhere',
  },
  {
    name: 'an unknown path with a body that is no JSON',
    because: 'the path is what is wrong',
    send: () => ({ path: '/nowhere', body: 'hello', headers: { 'content-type': 'text/plain' } }),
    ...notFound,
    says: 'Nothing is served at /nowhere',
  },
  {
    name: 'a method that must have a content type, at an unknown path',
    because: 'the path is what is wrong',
    send: () => ({ method: 'QUERY', path: '/nowhere' }),
    ...notFound,
    says: 'Nothing is served at /nowhere',
  },
  {
    name: 'a path that is not encoded rightly',
    because: 'the same envelope also here',
    send: () => ({ method: 'GET', path: '/%zz' }),
    ...notFound,
    says: 'Nothing is served at /%zz',
  },
  {
    name: 'the first version of the protocol',
    because: 'closed unless the configuration opens it',
    send: () => ({ path: '/mcp/v1', body: { session_id: 'x' } }),
    ...notFound,
    says: 'Nothing is served at /mcp/v1',
  },
  ...(
    [
      ['GET', '/mcp/v2', 'POST'],
      ['PUT', '/mcp/v2', 'POST'],
      ['DELETE', '/mcp', 'POST, GET, HEAD'],
      ['PATCH', '/mcp', 'POST, GET, HEAD'],
      ['GET', '/mcp/v2/contexts', 'POST'],
      ['GET', '/mcp/v2/explain', 'POST'],
      ['OPTIONS', '/mcp/v2', 'POST'],
      ['POST', '/livez', 'GET, HEAD'],
      ['DELETE', '/readyz', 'GET, HEAD'],
      ['POST', '/metrics', 'GET, HEAD'],
      ['TRACE', '/mcp/v2', 'POST'],
      ['QUERY', '/mcp/v2', 'POST'],
      ['PROPFIND', '/livez', 'GET, HEAD'],
    ] as const
  ).map(
    ([method, path, allow]): BadRequest => ({
      name: `${method} ${path}`,
      because: `it takes ${allow}`,
      send: () => ({ method, path }),
      http: 405,
      kind: 'method_not_allowed',
      says: `${path} takes ${allow}, found ${method}`,
      headers: { allow },
    }),
  ),
  {
    name: 'PUT /mcp/v2 with a body that is no JSON',
    because: 'the method is what is wrong',
    send: () => ({ method: 'PUT', path: '/mcp/v2', body: 'hello', headers: { 'content-type': 'text/plain' } }),
    http: 405,
    kind: 'method_not_allowed',
    says: '/mcp/v2 takes POST, found PUT',
    headers: { allow: 'POST' },
  },
];

const MINTING: readonly BadRequest[] = (
  [
    ['no domain', { business_key: 'a' }, 'domain', 'missing domain'],
    ['no business key', { domain: 'a' }, 'business_key', 'missing business_key'],
    [
      'a domain with a slash',
      { domain: 'a/b', business_key: 'a' },
      'domain',
      'domain does not have the form that it must have',
    ],
    ['a count of 101', { domain: 'a', business_key: 'a', count: 101 }, 'count', 'count must be at most 100'],
    ['a misspelt part', { domain: 'a', business_key: 'a', conut: 1 }, 'conut', 'unknown property conut'],
    ['a list', [], undefined, 'the request must be object, found array'],
  ] as const
).map(([name, body, field, says]) => ({
  name: `minting with ${name}`,
  because: 'the mint is held to a schema too',
  send: () => ({ path: '/mcp/v2/contexts', body }),
  ...invalid,
  ...(field !== undefined && { field }),
  says,
}));

export const BAD_TRANSPORT: readonly BadRequest[] = [...BODIES, ...TYPES, ...CALLERS, ...PATHS, ...MINTING].map(
  (row): BadRequest => ({ ...row, reachesCore: false }),
);
