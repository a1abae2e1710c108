import type { FailureKind } from '../../../contracts/failure.ts';
import type { BadRequest, Good } from './bad-request.ts';

const withIntent = (good: Good, type: string, subType?: string) => ({
  body: { ...good.request(), intent: { type, ...(subType !== undefined && { sub_type: subType }) } },
});
const withPayload = (good: Good, key: string, payload: object, timeoutMs?: number) => {
  const request = good.request(key);
  return {
    body: {
      ...request,
      payload,
      intent: { ...request.intent, ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }) },
    },
  };
};
const withResources = (good: Good, ...resources: object[]) => ({
  body: {
    ...good.request('lab.pull'),
    resources: resources.map((resource) => ({ type: 'lever', identifier: 'left', state: 'on', ...resource })),
  },
});

const ROUTING: readonly BadRequest[] = [
  {
    name: 'a misspelt intent',
    because: 'the nearest keys are told',
    send: (good) => withIntent(good, 'system', 'ecoh'),
    http: 404,
    kind: 'no_route',
    field: 'intent',
    says: 'No intent system.ecoh here',
    hints: 'Did you mean system.echo',
  },
  {
    name: 'an intent key without its type',
    because: 'the keys that end like it are told, however long they are',
    send: (good) => withIntent(good, 'describe'),
    http: 404,
    kind: 'no_route',
    field: 'intent',
    says: 'No intent describe here',
    hints: 'Did you mean system.describe',
  },
  {
    name: 'an intent like nothing here',
    because: 'where to look is told instead',
    send: (good) => withIntent(good, 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'),
    http: 404,
    kind: 'no_route',
    field: 'intent',
    says: 'No intent zzz',
    hints: 'system.describe lists every intent',
    details: { nearest: [] },
  },
  {
    name: 'an intent without its sub_type',
    because: 'type alone is a key of its own',
    send: (good) => withIntent(good, 'system'),
    http: 404,
    kind: 'no_route',
    field: 'intent',
    says: 'No intent system here',
  },
  {
    name: 'a domain that no route of the intent serves',
    because: 'routes are by intent and domain',
    settings: { routes: [{ type: 'lab', domain: 'shop-*', target: 'lab', timeoutMs: 1000 }] },
    send: (good) => ({ body: good.request('lab.read') }),
    http: 404,
    kind: 'no_route',
    field: 'context.id',
    says: 'No route takes lab.read in the context domain login-flow',
    hints: 'lab in shop-* → lab',
  },
  {
    name: 'an intent on offer that no route leads to',
    because: 'what is configured decides',
    settings: { routes: [{ type: 'lab', subType: 'act', target: 'lab', timeoutMs: 1000 }] },
    send: (good) => ({ body: good.request('lab.read') }),
    http: 404,
    kind: 'no_route',
    says: 'No route takes lab.read',
    hints: 'no route of the configuration leads there',
  },
  {
    name: 'an action that the client did not declare',
    because: 'the client has to be able to take part',
    send: (good) => {
      const request = good.request();
      return {
        body: { ...request, client_capabilities: { ...request.client_capabilities, supported_actions: ['act'] } },
      };
    },
    http: 409,
    kind: 'action_not_supported',
    field: 'client_capabilities.supported_actions',
    says: 'system.echo takes the action echo',
    details: { required: ['echo'], missing: ['echo'] },
  },
];

const PAYLOADS: readonly BadRequest[] = [
  {
    name: 'a payload that lacks a part',
    because: 'each intent has its own schema',
    send: (good) => withPayload(good, 'system.sleep', {}),
    http: 422,
    kind: 'payload_invalid',
    field: 'payload.ms',
    says: 'The payload does not fit system.sleep: missing payload.ms',
  },
  {
    name: 'a payload with a part of the wrong type',
    because: 'what was found is told by type, never by value',
    send: (good) => withPayload(good, 'system.sleep', { ms: 'hunter2' }),
    http: 422,
    kind: 'payload_invalid',
    field: 'payload.ms',
    says: 'payload.ms must be integer, found string',
  },
  {
    name: 'a payload with an unknown part',
    because: 'the nearest right name is told',
    send: (good) => withPayload(good, 'system.sleep', { ms: 1, step: 2 }),
    http: 422,
    kind: 'payload_invalid',
    field: 'payload.step',
    says: 'unknown property payload.step',
    hints: 'did you mean steps?',
  },
  {
    name: 'a payload with a value that is none of the allowed',
    because: 'the allowed ones are told, the found one is not: a payload may hold secrets',
    send: (good) => withPayload(good, 'lab.act', { colour: 'gren' }),
    http: 422,
    kind: 'payload_invalid',
    field: 'payload.colour',
    says: 'payload.colour must be one of red, green',
    hints: 'did you mean green?',
  },
  {
    name: 'a payload with an alias of the envelope',
    because: 'the words of the envelope are no help inside a payload that does not know them',
    send: (good) => withPayload(good, 'lab.act', { name: 'x' }),
    http: 422,
    kind: 'payload_invalid',
    field: 'payload.name',
    says: 'unknown property payload.name',
    hints: 'known properties: do, ms',
  },
];

const RESOURCES: readonly BadRequest[] = [
  {
    name: 'a required resource left out',
    because: 'the precheck cannot be skipped by silence',
    send: (good) => withResources(good),
    http: 409,
    kind: 'resource_missing',
    field: 'resources',
    says: 'lab.pull acts on lever',
    hints: '"type":"lever"',
    details: { missing: ['lever'] },
  },
  {
    name: 'a resource type that nothing here knows',
    because: 'nobody could look at it',
    send: (good) => withResources(good, { type: 'levr' }),
    http: 400,
    kind: 'invalid_request',
    field: 'resources.0.type',
    says: 'resources.0.type must be one of lever, dial; found "levr"',
    hints: 'did you mean lever?',
  },
  {
    name: 'a state that the resource type does not have',
    because: 'it would never come',
    send: (good) => withResources(good, {}, { state: 'of' }),
    http: 400,
    kind: 'invalid_request',
    field: 'resources.1.state',
    says: 'resources.1.state must be one of on, off, stuck; found "of"',
    hints: 'did you mean on?',
  },
  {
    name: 'a resource that is not as declared',
    because: 'the central rule: nothing runs on it',
    send: (good) => withResources(good, { metadata: { actual: 'off' } }),
    http: 409,
    kind: 'resource_state_mismatch',
    field: 'resources.0.state',
    says: 'lever left is off, expected on',
    details: {
      resources: [{ type: 'lever', identifier: 'left', expected_state: 'on', actual_state: 'off' }],
    },
    headers: { 'x-mcp-resource-status': 'invalid; reason=off' },
  },
  {
    name: 'two resources of three that are not as declared',
    because: 'each is named',
    send: (good) =>
      withResources(
        good,
        { identifier: 'first' },
        { identifier: 'second', metadata: { actual: 'stuck', reason: 'rusty', details: { near: ['third'] } } },
        { identifier: 'third', state: 'off', metadata: { actual: 'on' } },
      ),
    http: 409,
    kind: 'resource_state_mismatch',
    field: 'resources.1.state',
    says: 'lever second is stuck, expected on (and 1 more: see details.resources)',
    details: {
      resources: [
        {
          type: 'lever',
          identifier: 'second',
          expected_state: 'on',
          actual_state: 'stuck',
          reason: 'rusty',
          near: ['third'],
        },
        { type: 'lever', identifier: 'third', expected_state: 'off', actual_state: 'on' },
      ],
    },
    headers: { 'x-mcp-resource-status': 'invalid; reason=rusty' },
  },
  {
    name: 'a resource whose reason is no token',
    because: 'a header never carries the text of a page',
    send: (good) => withResources(good, { metadata: { actual: 'off', reason: 'Sale today!\r\nX-Evil: 1' } }),
    http: 409,
    kind: 'resource_state_mismatch',
    says: 'lever left is off',
    headers: { 'x-mcp-resource-status': 'invalid; reason=state_mismatch' },
  },
  {
    name: 'details of a resource that claim another state',
    because: 'what the core says of a resource is not overwritten by what helps to correct it',
    send: (good) =>
      withResources(good, { metadata: { actual: 'off', details: { actual_state: 'on', identifier: 'right' } } }),
    http: 409,
    kind: 'resource_state_mismatch',
    says: 'lever left is off, expected on',
    details: { resources: [{ type: 'lever', identifier: 'left', expected_state: 'on', actual_state: 'off' }] },
  },
  {
    name: 'a resource that was awaited and did not come',
    because: 'wait_ms is a limit',
    send: (good) => withResources(good, { wait_ms: 120, metadata: { actual: 'off' } }),
    http: 409,
    kind: 'resource_state_mismatch',
    says: 'lever left is off, expected on',
  },
  {
    name: 'a resource that takes too long to look at',
    because: 'late is never taken for fine',
    settings: { precheck: { objectiveMs: 50, limitMs: 100, limitMsByType: new Map() } },
    send: (good) => withResources(good, { metadata: { took_ms: 1000 } }),
    http: 503,
    kind: 'precheck_timeout',
    field: 'resources',
    says: 'longer than its limit of 100 ms',
    headers: { 'retry-after': '1', 'x-mcp-resource-status': 'unchecked' },
  },
  {
    name: 'a resource that takes longer than its own type may',
    because: 'limits are by type',
    settings: { precheck: { objectiveMs: 50, limitMs: 5000, limitMsByType: new Map([['lever', 60]]) } },
    send: (good) => withResources(good, { metadata: { took_ms: 1000 } }),
    http: 503,
    kind: 'precheck_timeout',
    says: 'longer than its limit of 60 ms',
  },
  {
    name: 'a resource whose upstream is away',
    because: 'what the probe returns is what the caller is told',
    send: (good) => withResources(good, { metadata: { fails: 'adapter_unavailable' } }),
    http: 503,
    kind: 'adapter_unavailable',
    says: 'The lab could not look',
    headers: { 'retry-after': '2', 'x-mcp-resource-status': 'unchecked' },
  },
  {
    name: 'a resource whose probe throws',
    because: 'a bug of an adapter, before anything was dispatched',
    send: (good) => withResources(good, { metadata: { throws: true } }),
    http: 500,
    kind: 'internal',
    says: 'Something broke inside the service; error id ',
    hints: 'Nothing was done',
  },
];

const unknown = { status: 'partially_fulfilled', effect: 'unknown' } as const;

const ACTS: readonly BadRequest[] = [
  {
    name: 'a deadline that passes during the precheck',
    because: 'the deadline covers the whole way',
    send: (good) => {
      const { body } = withResources(good, { metadata: { took_ms: 900 } });
      return { body: { ...body, intent: { ...body.intent, timeout_ms: 300 } } };
    },
    http: 504,
    kind: 'deadline_exceeded',
    field: 'intent.timeout_ms',
    says: 'The deadline passed during the precheck',
  },
  {
    name: 'a read that is not done by its deadline',
    because: 'a read has changed nothing',
    send: (good) => withPayload(good, 'system.sleep', { ms: 5000 }, 300),
    http: 504,
    kind: 'deadline_exceeded',
    field: 'intent.timeout_ms',
    says: 'The deadline passed during system.sleep',
  },
  {
    name: 'an act that stops at its deadline and says what it had done',
    because: 'the adapter knows best',
    send: (good) => withPayload(good, 'lab.act', { do: 'wait', ms: 5000, effect: 'partial' }, 300),
    http: 504,
    kind: 'deadline_exceeded',
    says: 'The deadline passed during lab.act',
    came: { status: 'partially_fulfilled', effect: 'partial' },
  },
  {
    name: 'an act that ignores its deadline',
    because: 'what was dispatched and never answered is unknown, never rejected',
    send: (good) => withPayload(good, 'lab.act', { do: 'deaf', ms: 2500 }, 300),
    http: 504,
    kind: 'deadline_exceeded',
    says: 'The deadline passed during lab.act',
    came: unknown,
  },
  {
    name: 'an act that throws',
    because: 'a bug after dispatch: it may have happened',
    send: (good) => withPayload(good, 'lab.act', { do: 'throw', password: 'hunter2' }),
    http: 500,
    kind: 'internal',
    says: 'Something broke inside the service; error id ',
    hints: 'look whether it happened',
    came: unknown,
  },
  {
    name: 'an act that throws after a while',
    because: 'as above, by a rejected promise',
    send: (good) => withPayload(good, 'lab.act', { do: 'reject', ms: 20 }),
    http: 500,
    kind: 'internal',
    says: 'error id ',
    came: unknown,
  },
  {
    name: 'a result that does not fit its own schema',
    because: 'whoever builds on it would fail further on',
    send: (good) => withPayload(good, 'lab.act', { do: 'misfit' }),
    http: 502,
    kind: 'adapter_misbehaved',
    says: 'The result of lab.act does not fit the schema',
    came: { status: 'partially_fulfilled', effect: 'applied' },
    details: {
      problems: [{ pointer: '/outcome/result/done', message: 'outcome.result.done must be integer, found string' }],
    },
  },
  {
    name: 'a post-condition that was not met',
    because: 'it was done, and did not do what it should',
    send: (good) => withPayload(good, 'lab.act', { do: 'contradict' }),
    http: 200,
    kind: 'postcondition_contradicted',
    says: 'is off, expected on',
    came: { status: 'partially_fulfilled', effect: 'applied' },
  },
  ...(
    [
      ['adapter_failed', 'none', 502],
      ['adapter_failed', 'unknown', 502],
      ['adapter_unavailable', 'none', 503],
      ['adapter_unavailable', 'partial', 200],
      ['rate_limited', 'none', 429],
      ['rate_limited', 'applied', 200],
      ['guard_denied', 'none', 403],
      ['guard_denied', 'partial', 200],
      ['cancelled', 'none', 499],
    ] as const
  ).map(([kind, effect, http]): BadRequest => failed(kind, effect, http)),
];

function failed(kind: FailureKind, effect: 'none' | 'partial' | 'applied' | 'unknown', http: number): BadRequest {
  const done = effect !== 'none';
  return {
    name: `an act that fails with ${kind}, effect ${effect}`,
    because: done ? '429 and 503 promise that nothing was done' : 'nothing was done',
    send: (good) => withPayload(good, 'lab.act', { do: 'fail', kind, effect }),
    http,
    kind,
    says: 'The lab failed, as asked',
    came: done ? { status: 'partially_fulfilled', effect } : { status: 'rejected', effect },
    ...((http === 429 || http === 503) && { headers: { 'retry-after': '1' } }),
  };
}

export const BAD_INTENTS: readonly BadRequest[] = [
  ...ROUTING,
  ...PAYLOADS,
  ...RESOURCES,
  ...ACTS.map((row): BadRequest => ({ ...row, onlyByActing: true })),
];
