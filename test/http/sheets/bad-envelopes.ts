import type { BadRequest, Good } from './bad-request.ts';

/** A good request with one part replaced, or left out where the value is undefined. */
const withPart = (good: Good, part: string, value: unknown) => ({ body: { ...good.request(), [part]: value } });
const withCapability = (good: Good, name: string, value: unknown) =>
  withPart(good, 'client_capabilities', { ...good.request().client_capabilities, [name]: value });
const withIntent = (good: Good, part: Readonly<Record<string, unknown>>) =>
  withPart(good, 'intent', { ...good.request().intent, ...part });
const withContext = (good: Good, part: Readonly<Record<string, unknown>>) =>
  withPart(good, 'context', { ...good.request().context, ...part });
const withResource = (good: Good, part: Readonly<Record<string, unknown>>) =>
  withPart(good, 'resources', [{ type: 'lever', identifier: 'left', state: 'on', ...part }]);

const invalid = { http: 400, kind: 'invalid_request' } as const;
const lacking = { http: 400, kind: 'missing_capability' } as const;

const MISSING_PARTS: readonly BadRequest[] = (['intent', 'context', 'resources', 'payload'] as const).map((part) => ({
  name: `${part} is left out`,
  because: 'everything that a request needs travels on it',
  send: (good) => withPart(good, part, undefined),
  ...invalid,
  field: part,
  says: `missing ${part}`,
}));

const WRONG_TYPES: readonly BadRequest[] = [
  ...['intent', 'context', 'payload', 'client_capabilities'].map(
    (part): BadRequest => ({
      name: `${part} is text`,
      because: `${part} is an object`,
      send: (good) => withPart(good, part, 'text'),
      ...invalid,
      field: part,
      says: `${part} must be object, found string`,
    }),
  ),
  {
    name: 'resources is an object',
    because: 'it is a list, also of one',
    send: (good) => withPart(good, 'resources', {}),
    ...invalid,
    field: 'resources',
    says: 'resources must be array, found object',
  },
  {
    name: 'payload is null',
    because: 'an intent without data takes {}',
    send: (good) => withPart(good, 'payload', null),
    ...invalid,
    field: 'payload',
    says: 'payload must be object, found null',
  },
  {
    name: 'the body is a list',
    because: 'one request a call',
    send: (good) => ({ body: [good.request()] }),
    ...invalid,
    says: 'the request must be object, found array',
  },
  {
    name: 'the body is null',
    because: 'null is JSON, and no request',
    send: () => ({ body: 'null' }),
    ...invalid,
    says: 'the request must be object, found null',
  },
  {
    name: 'a time limit as text',
    because: 'nothing is converted in silence',
    send: (good) => withIntent(good, { timeout_ms: '1000' }),
    ...invalid,
    field: 'intent.timeout_ms',
    says: 'intent.timeout_ms must be integer, found string',
  },
  {
    name: 'a time limit of 0',
    because: 'no act fits into no time',
    send: (good) => withIntent(good, { timeout_ms: 0 }),
    ...invalid,
    field: 'intent.timeout_ms',
    says: 'must be at least 1',
  },
  {
    name: 'a parent id that is a number',
    because: 'both of its forms are named as one problem',
    send: (good) => withContext(good, { parent_id: 7 }),
    ...invalid,
    field: 'context.parent_id',
    says: 'context.parent_id has none of the allowed forms, found number',
  },
  {
    name: 'an unknown priority',
    because: 'the allowed ones are listed',
    send: (good) => withIntent(good, { priority: 'hihg' }),
    ...invalid,
    field: 'intent.priority',
    says: 'intent.priority must be one of low, normal, high; found "hihg"',
    hints: 'did you mean high?',
  },
  {
    name: 'an unknown lifecycle',
    because: 'the allowed ones are listed',
    send: (good) => withContext(good, { lifecycle: 'actve' }),
    ...invalid,
    field: 'context.lifecycle',
    says: 'found "actve"',
    hints: 'did you mean active?',
  },
  {
    name: 'an empty business key',
    because: 'an id is bound to one',
    send: (good) => withContext(good, { business_key: '' }),
    ...invalid,
    field: 'context.business_key',
    says: 'context.business_key must not be empty',
  },
  {
    name: 'no business key',
    because: 'the id cannot be verified without it',
    send: (good) => withContext(good, { business_key: undefined }),
    ...invalid,
    field: 'context.business_key',
    says: 'missing context.business_key',
  },
  {
    name: 'an intent type with a space',
    because: 'keys are plain words',
    send: (good) => withIntent(good, { type: 'sys tem' }),
    ...invalid,
    field: 'intent.type',
    says: 'intent.type does not have the form that it must have; found "sys tem"',
    hints: 'letters, digits',
  },
  {
    name: 'a negative wait',
    because: 'time goes forward',
    send: (good) => withResource(good, { wait_ms: -1 }),
    ...invalid,
    field: 'resources.0.wait_ms',
    says: 'must be at least 0',
  },
  {
    name: '65 resources',
    because: 'each costs a look',
    send: (good) => withPart(good, 'resources', Array(65).fill({ type: 'lever', identifier: 'left', state: 'on' })),
    ...invalid,
    field: 'resources',
    says: 'must hold at most 64 items',
  },
];

const UNKNOWN_PROPERTIES: readonly BadRequest[] = [
  {
    name: 'a misspelt part',
    because: 'what is not understood is not ignored',
    send: (good) => withPart(good, 'resorces', []),
    ...invalid,
    field: 'resorces',
    says: 'unknown property resorces',
    hints: 'did you mean resources?',
  },
  {
    name: 'name in a resource',
    because: 'too far from identifier for a spelling suggestion, yet what people try',
    send: (good) => withResource(good, { name: 'left' }),
    ...invalid,
    field: 'resources.0.name',
    says: 'unknown property resources.0.name',
    hints: 'did you mean identifier?',
  },
  {
    name: 'a selector in a resource',
    because: 'as above',
    send: (good) => withResource(good, { selector: '#a' }),
    ...invalid,
    field: 'resources.0.selector',
    says: 'unknown property resources.0.selector',
    hints: 'did you mean identifier?',
  },
  {
    name: 'subtype in an intent',
    because: 'it has an underscore',
    send: (good) => withIntent(good, { subtype: 'echo' }),
    ...invalid,
    field: 'intent.subtype',
    says: 'unknown property intent.subtype',
    hints: 'did you mean sub_type?',
  },
  {
    name: 'params beside payload',
    because: 'another protocol calls it so',
    send: (good) => withPart(good, 'params', {}),
    ...invalid,
    field: 'params',
    says: 'unknown property params',
    hints: 'did you mean payload?',
  },
  {
    name: 'a property called toString',
    because: 'names that every object inherits are names like any',
    send: (good) => withPart(good, 'toString', 1),
    ...invalid,
    field: 'toString',
    says: 'unknown property toString',
  },
  {
    name: 'a property with a slash in its name',
    because: 'its pointer is escaped, its name is not',
    send: (good) => withPart(good, 'a/b~c', 1),
    ...invalid,
    field: 'a/b~c',
    says: 'unknown property a/b~c',
    details: { problems: [{ pointer: '/a~1b~0c', message: 'unknown property a/b~c' }] },
  },
  {
    name: 'an unknown capability',
    because: 'capabilities have effect, so none is ignored',
    send: (good) => withCapability(good, 'prefered_encoding', 'gzip'),
    ...invalid,
    field: 'client_capabilities.prefered_encoding',
    says: 'unknown property client_capabilities.prefered_encoding',
    hints: 'did you mean preferred_encoding?',
  },
];

const NOT_OFFERED: readonly BadRequest[] = [
  {
    name: 'a nonce with a space',
    because: 'a header could not carry it unchanged',
    send: (good) => withContext(good, { nonce: '01J 2' }),
    ...invalid,
    field: 'context.nonce',
    says: 'context.nonce does not have the form',
    hints: 'visible ASCII',
  },
  {
    name: 'an approval',
    because: 'a yes that nobody asked for is not ignored',
    send: (good) => withContext(good, { approval: { token: 'x' } }),
    ...invalid,
    field: 'context.approval',
    says: 'approvals (context.approval) are not offered',
  },
  {
    name: 'mode plan',
    because: 'acting instead of planning would be worse than an error',
    send: (good) => withIntent(good, { mode: 'plan' }),
    ...invalid,
    field: 'intent.mode',
    says: 'mode "plan" is not offered',
  },
  {
    name: 'an Idempotency-Key that is no nonce',
    because: 'a promise of single use is not ignored',
    send: (good) => ({ body: good.request(), headers: { 'idempotency-key': '01J, 01K' } }),
    ...invalid,
    says: 'Idempotency-Key is no nonce',
  },
  {
    name: 'an Idempotency-Key beside another nonce',
    because: 'nobody could say which of them is meant',
    send: (good) => ({ ...withContext(good, { nonce: '01J' }), headers: { 'idempotency-key': '01K' } }),
    ...invalid,
    field: 'context.nonce',
    says: 'context.nonce and the header Idempotency-Key differ',
  },
];

const CAPABILITIES: readonly BadRequest[] = [
  ...[
    'browser',
    'os',
    'arch',
    'execution_context',
    'supports_streaming',
    'max_payload_size',
    'preferred_encoding',
    'supported_actions',
    'context_schema_version',
  ].map(
    (name): BadRequest => ({
      name: `no client_capabilities.${name}`,
      because: 'all three dimensions are required',
      send: (good) => withCapability(good, name, undefined),
      ...lacking,
      field: `client_capabilities.${name}`,
      says: `missing client_capabilities.${name}`,
    }),
  ),
  {
    name: 'no capabilities at all',
    because: 'neither in the body nor in the header',
    send: (good) => withPart(good, 'client_capabilities', undefined),
    ...lacking,
    field: 'client_capabilities',
    says: 'missing client_capabilities',
  },
  {
    name: 'capabilities of the header that lack one',
    because: 'the header is held to the same schema',
    send: (good) => ({
      body: { ...good.request(), client_capabilities: undefined },
      headers: {
        'x-client-capabilities': JSON.stringify({ ...good.request().client_capabilities, os: undefined }),
      },
    }),
    ...lacking,
    field: 'client_capabilities.os',
    says: 'missing client_capabilities.os',
  },
  {
    name: 'capabilities of the header that are no JSON',
    because: 'what was sent is not guessed at',
    send: (good) => ({
      body: { ...good.request(), client_capabilities: undefined },
      headers: { 'x-client-capabilities': 'browser=none' },
    }),
    ...invalid,
    says: 'X-Client-Capabilities is not a JSON object',
  },
  {
    name: 'capabilities of the header that are a list',
    because: 'JSON, and no object',
    send: (good) => ({
      body: { ...good.request(), client_capabilities: undefined },
      headers: { 'x-client-capabilities': '[]' },
    }),
    ...invalid,
    says: 'X-Client-Capabilities is not a JSON object',
  },
  {
    name: 'an execution context that does not exist',
    because: 'the allowed ones are listed',
    send: (good) => withCapability(good, 'execution_context', 'isolatd'),
    ...invalid,
    field: 'client_capabilities.execution_context',
    says: 'must be one of isolated, shared, dedicated; found "isolatd"',
    hints: 'did you mean isolated?',
  },
  {
    name: 'an encoding that does not exist',
    because: 'deflate is not offered',
    send: (good) => withCapability(good, 'preferred_encoding', 'deflate'),
    ...invalid,
    field: 'client_capabilities.preferred_encoding',
    says: 'must be one of gzip, brotli, none',
  },
  {
    name: 'a payload size below what any answer takes',
    because: 'an answer has to fit',
    send: (good) => withCapability(good, 'max_payload_size', 10),
    ...invalid,
    field: 'client_capabilities.max_payload_size',
    says: 'must be at least 1024',
  },
  {
    name: 'actions as text',
    because: 'a list, also of one',
    send: (good) => withCapability(good, 'supported_actions', 'echo'),
    ...invalid,
    field: 'client_capabilities.supported_actions',
    says: 'must be array, found string',
  },
  {
    name: 'a schema version of the future',
    because: 'the supported ones are listed',
    send: (good) => withCapability(good, 'context_schema_version', '3.0'),
    http: 400,
    kind: 'unsupported_schema_version',
    field: 'client_capabilities.context_schema_version',
    says: 'is "3.0"; supported: 2.0',
    details: { supported: ['2.0'] },
  },
  {
    name: 'a schema version of the future, and a shape that 2.0 does not know',
    because: 'another version may have another shape, so the version is what is told',
    send: (good) => ({
      body: { client_capabilities: { context_schema_version: '1.0' }, action: good.request().intent },
    }),
    http: 400,
    kind: 'unsupported_schema_version',
    field: 'client_capabilities.context_schema_version',
    says: 'is "1.0"; supported: 2.0',
  },
  {
    name: 'a body above its own max_payload_size',
    because: 'a client that says what it can take is held to it',
    send: (good) => ({
      body: {
        ...good.request(),
        client_capabilities: { ...good.request().client_capabilities, max_payload_size: 1024 },
        payload: { text: 'x'.repeat(1024) },
      },
    }),
    http: 413,
    kind: 'payload_too_large',
    field: 'client_capabilities.max_payload_size',
    says: 'more than the client_capabilities.max_payload_size of 1024',
    details: { limit_bytes: 1024 },
  },
];

export const BAD_ENVELOPES: readonly BadRequest[] = [
  ...MISSING_PARTS,
  ...WRONG_TYPES,
  ...UNKNOWN_PROPERTIES,
  ...NOT_OFFERED,
  ...CAPABILITIES,
];
