import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import type { Intent } from '../../contracts/request.ts';
import { Caller } from '../../src/core/caller.ts';
import { openContextIds } from '../../src/core/context-ids.ts';
import type { Core } from '../../src/core/core.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { EVERYTHING } from '../../src/core/permissions.ts';
import { routeRequest } from '../../src/core/route-request.ts';
import { openTestCore } from '../core/open-test-core.ts';
import { CAPABILITIES } from '../http/good-request.ts';
import { testSettings } from '../open-test-service.ts';
import { GENEROUS_MS, runProperty } from './run-property.ts';

interface Asked {
  readonly priority: Intent['priority'] | undefined;
  readonly sub_type: string | undefined;
  readonly payload: JsonObject;
  readonly attributes: JsonObject;
  readonly businessKey: string;
}

interface Reference {
  readonly when: string;
  /** The same in TypeScript: whether the request is to be denied, as far as the condition can be judged. */
  readonly denies: (asked: Asked) => boolean;
}

const own = (object: unknown, name: string): unknown =>
  isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined;

const REFERENCES: readonly Reference[] = [
  {
    when: 'intent.priority == "high" && principal.tier != "gold"',
    denies: ({ priority, attributes }) => priority === 'high' && own(attributes, 'tier') !== 'gold',
  },
  {
    when: '!has(principal.tier) || principal.tier == "blocked"',
    denies: ({ attributes }) => [undefined, 'blocked'].some((tier) => own(attributes, 'tier') === tier),
  },
  {
    when: 'has(payload.amount) && payload.amount > 100',
    denies: ({ payload }) => Number(own(payload, 'amount')) > 100,
  },
  {
    when: 'payload.amount <= principal.limit ? false : true',
    denies: ({ payload, attributes }) => {
      const [amount, limit] = [own(payload, 'amount'), own(attributes, 'limit')];
      if (typeof amount === 'string' && typeof limit === 'string') return amount > limit;
      if (typeof amount === 'boolean' && typeof limit === 'boolean') return amount > limit;
      return !(typeof amount === 'number' && typeof limit === 'number' && amount <= limit);
    },
  },
  {
    when: '"blocked" in principal.groups',
    denies: ({ attributes }) => {
      const groups = own(attributes, 'groups');
      return Array.isArray(groups) ? groups.includes('blocked') : own(groups, 'blocked') !== undefined;
    },
  },
  {
    when: 'has(payload.items) && payload.items.exists(item, item.kind == "weapon")',
    denies: ({ payload }) => {
      const items = own(payload, 'items');
      return Array.isArray(items) && items.some((item) => own(item, 'kind') === 'weapon');
    },
  },
  {
    when: 'context.business_key.startsWith("vip") && payload.device.os != client_capabilities.os',
    denies: ({ businessKey, payload }) =>
      businessKey.startsWith('vip') && own(own(payload, 'device'), 'os') !== CAPABILITIES.os,
  },
  {
    when: 'payload["__proto__"] == principal["constructor"] || has(payload.toString)',
    denies: ({ payload }) => own(payload, 'toString') !== undefined,
  },
];

/** What a policy looks for, and anything else. */
const value = fc.oneof(
  fc.constantFrom('gold', 'blocked', 'weapon', 'linux', '', 100, 101, 100.5, -1, 0, null, true),
  fc.jsonValue({ maxDepth: 2 }),
  fc.array(fc.oneof(fc.constantFrom('blocked', 'free'), fc.jsonValue({ maxDepth: 1 })), { maxLength: 4 }),
  fc.array(fc.record({ kind: fc.constantFrom('weapon', 'tool', 7) }, { requiredKeys: [] }), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('os', 'kind', 'blocked', 'constructor'), fc.constantFrom('linux', 'weapon', 1), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
);
const named = (...names: string[]) =>
  fc
    .dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 4 })), value, {
      maxKeys: 5,
      noNullPrototype: true,
    })
    .map((object): JsonObject => JSON.parse(JSON.stringify(object)));

const asked: fc.Arbitrary<Asked> = fc.record({
  priority: fc.constantFrom(undefined, 'low', 'normal', 'high'),
  sub_type: fc.constantFrom('echo'),
  payload: named('amount', 'items', 'device', 'toString', 'constructor'),
  attributes: named('tier', 'limit', 'groups', 'constructor', 'id'),
  businessKey: fc.oneof(fc.constantFrom('vip_1', 'user_1'), fc.string({ minLength: 1, maxLength: 8 })),
});

const cores = new Map<Reference, Core>();
const settings = testSettings();
const ids = openContextIds(settings.secrets, settings.context);
const unjudged = new Set<string>();

beforeAll(async () => {
  for (const reference of REFERENCES) {
    const policies = [{ name: 'tried', when: reference.when, consequence: { deny: 'denied by the policy' } }];
    const journal = { policyUnjudged: (traceId: string) => void unjudged.add(traceId) };
    cores.set(reference, (await openTestCore(journal, { secrets: settings.secrets, policies })).core);
  }
});

/** What the whole way comes to. */
function judge(reference: Reference, { priority, sub_type, payload, attributes, businessKey }: Asked) {
  const core = cores.get(reference);
  if (core === undefined) throw new Error('not opened');
  const principal = { id: 'alice', attributes, permissions: EVERYTHING };
  const body = {
    client_capabilities: CAPABILITIES,
    intent: { type: 'system', sub_type, ...(priority !== undefined && { priority }) },
    context: { id: ids.mint('shop', { businessKey, principal: 'alice' }).id, business_key: businessKey },
    resources: [],
    payload,
  };
  const answered = routeRequest(core, {
    transport: 'http',
    arrivedAtMs: performance.now(),
    traceparent: undefined,
    principal,
    body,
    bodyBytes: 1000,
    capabilitiesHeader: undefined,
    idempotencyKey: undefined,
    caller: new Caller(),
  });
  if (answered instanceof Promise) throw new Error('A policy that asks no guard must take no turn of the event loop');
  const { outcome } = answered.answer;
  if (outcome.status === 'fulfilled') return 'passed';
  if (outcome.error?.code !== 'forbidden') throw new Error(`unexpected: ${JSON.stringify(outcome)}`);
  return unjudged.delete(answered.answer.trace_id) ? 'unjudged' : 'denied';
}

test('a policy comes to what the same condition in TypeScript comes to, or denies what it can not judge', {
  timeout: GENEROUS_MS,
}, async () => {
  const seen = { passed: 0, denied: 0, unjudged: 0 };
  await runProperty(
    'policies',
    fc.property(fc.constantFrom(...REFERENCES), asked, (reference, request) => {
      const verdict = judge(reference, request);
      seen[verdict] += 1;
      const denies = reference.denies(request);
      if (verdict !== 'unjudged' && (verdict === 'denied') !== denies) throw new Error(`${verdict}: ${reference.when}`);
    }),
  );
  console.log(
    `policies: ${seen.passed} passed, ${seen.denied} denied, ${seen.unjudged} could not be judged and were denied`,
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(500);
});
