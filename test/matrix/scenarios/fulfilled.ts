import type { Progress } from '../../../contracts/progress.ts';
import type { Good } from '../../http/sheets/bad-request.ts';
import type { Scenario } from '../scenario.ts';

const echoed = (name: string, because: string, payload: Readonly<Record<string, unknown>>): Scenario => ({
  name,
  because,
  say: (good) => ({ body: { ...good.request(), payload } }),
  expects: {
    http: 200,
    outcome: {
      status: 'fulfilled',
      effect: 'none',
      result: payload,
      verification: { status: 'verified', side_effects: [] },
    },
    headers: { 'x-mcp-resource-status': 'unchecked' },
  },
});

const withIntent = (good: Good, key: string, part: object, payload: object = {}) => {
  const request = good.request(key);
  return { ...request, intent: { ...request.intent, ...part }, payload };
};

const lever = (more: object = {}) => ({ type: 'lever', identifier: 'left', state: 'on', ...more });

const steps = (count: number): readonly Progress[] =>
  Array.from({ length: count }, (_, index) => ({
    fraction: (index + 1) / count,
    message: `step ${index + 1} of ${count}`,
  }));

const ECHOES: readonly Scenario[] = [
  echoed('an echo', 'the first request that anyone sends', { hello: 'world' }),
  echoed('an empty payload', 'an intent without data takes {}', {}),
  echoed('text of many scripts', 'bytes are counted, characters are not', {
    text: 'Zoë 包裹 🛂👩‍👩‍👧 שלום é\u0301 \u0000 \ud800 \u2028 \ufeff',
    包裹: ['🛂'],
  }),
  echoed('text that looks like the framing of a stream', 'no payload may forge an event', {
    text: 'a\n\nevent: outcome\ndata: {"forged":true}\n\n\r\n0\r\n\r\n',
    more: '\r\n: comment\rid: 1',
  }),
  echoed('names that transports use themselves', 'a payload is not a frame', {
    id: '1',
    event: 'cancel',
    request: {},
    answer: null,
    jsonrpc: '2.0',
    method: 'tools/call',
    ticket: 'x',
    session_id: 'y',
  }),
  echoed('values of every kind', 'nothing is converted in silence', {
    numbers: [0, 1.5, -1e-7, 1e308, 9_007_199_254_740_991],
    nothing: null,
    yes: true,
    nested: [[[[{ deep: [] }]]]],
  }),
  echoed('a payload of 300,000 bytes', 'larger than any buffer between the two', { text: 'é'.repeat(150_000) }),
  echoed('a payload 900 levels deep', 'deep, and within what is read', nested(900)),
];

function nested(depth: number): Readonly<Record<string, unknown>> {
  let inner: Readonly<Record<string, unknown>> = { a: 1 };
  for (let level = 1; level < depth; level += 1) inner = { a: inner };
  return inner;
}

const CAPABILITIES: readonly Scenario[] = [
  {
    name: 'capabilities in the header',
    because: 'for clients that cannot change their body',
    say: (good) => {
      const { client_capabilities, ...rest } = good.request();
      return { body: rest, headers: { 'x-client-capabilities': JSON.stringify(client_capabilities) } };
    },
    expects: { http: 200, outcome: { status: 'fulfilled', result: {} } },
  },
  {
    name: 'a result above max_payload_size',
    because: 'it is left out, with its size; the effect stands',
    say: (good) => {
      const request = good.request('lab.act');
      const client_capabilities = { ...request.client_capabilities, max_payload_size: 2048 };
      return { body: { ...request, client_capabilities, payload: { do: 'fill', letters: 5000 } } };
    },
    expects: {
      http: 200,
      outcome: { status: 'fulfilled', effect: 'applied', result_omitted: { bytes: 5020, max_bytes: 2048 } },
    },
  },
  {
    name: 'an answer that the client prefers compressed',
    because: 'preferred_encoding decides within Accept-Encoding',
    say: (good) => {
      const request = good.request('lab.read');
      const client_capabilities = { ...request.client_capabilities, preferred_encoding: 'gzip' };
      const body = { ...request, client_capabilities, payload: { do: 'fill', letters: 20_000 } };
      return { body, headers: { 'accept-encoding': 'gzip, br' } };
    },
    expects: {
      http: 200,
      outcome: { status: 'fulfilled', result: { done: 1, text: 'x'.repeat(20_000) } },
      headers: { 'content-encoding': 'gzip' },
    },
  },
  {
    name: 'a client that takes no stream',
    because: 'it gets the answer alone',
    say: (good) => {
      const request = withIntent(good, 'system.sleep', {}, { ms: 40, steps: 4 });
      return {
        body: { ...request, client_capabilities: { ...request.client_capabilities, supports_streaming: false } },
      };
    },
    expects: { http: 200, outcome: { status: 'fulfilled', result: { slept_ms: 40 } }, progress: steps(4) },
  },
];

const CONTEXTS: readonly Scenario[] = [
  {
    name: 'a step in the middle of a flow',
    because: 'the next id counts on from it',
    say: (good) => {
      const request = good.request('system.echo', { sequence: '041', businessKey: 'kunde 包 7' });
      return { body: { ...request, context: { ...request.context, parent_id: 'null', lifecycle: 'active' } } };
    },
    expects: { http: 200, outcome: { status: 'fulfilled' } },
  },
  {
    name: 'every part of an intent',
    because: 'what may be said is taken',
    say: (good) => ({
      body: withIntent(good, 'system.echo', { priority: 'high', mode: 'execute', timeout_ms: 9000 }, { a: 1 }),
    }),
    expects: { http: 200, outcome: { status: 'fulfilled', result: { a: 1 } } },
  },
  {
    name: 'what is on offer',
    because: 'the same catalogue for everyone',
    say: (good) => ({ body: withIntent(good, 'system.describe', {}, { intent: 'lab.pull' }) }),
    expects: { http: 200, outcome: { status: 'fulfilled', result: { intents: [{ key: 'lab.pull' }] } } },
  },
];

const RESOURCES: readonly Scenario[] = [
  {
    name: 'an act',
    because: 'its effect is told',
    say: (good) => ({ body: good.request('lab.act') }),
    expects: {
      http: 200,
      outcome: {
        status: 'fulfilled',
        effect: 'applied',
        result: { done: 1 },
        verification: { status: 'unverified', side_effects: [] },
      },
    },
  },
  {
    name: 'an act on a resource that is as declared',
    because: 'it is looked at, then acted on',
    say: (good) => ({ body: { ...good.request('lab.pull'), resources: [lever()] } }),
    expects: {
      http: 200,
      outcome: { status: 'fulfilled', effect: 'applied' },
      headers: { 'x-mcp-resource-status': 'valid' },
    },
  },
  {
    name: 'a resource that is stuck',
    because: 'nothing is pulled, and what was found is told',
    say: (good) => ({ body: { ...good.request('lab.pull'), resources: [lever({ identifier: 'stuck' })] } }),
    expects: {
      http: 409,
      outcome: {
        status: 'rejected',
        effect: 'none',
        error: {
          code: 'resource_state_mismatch',
          details: { resources: [{ identifier: 'stuck', expected_state: 'on', actual_state: 'stuck' }] },
        },
      },
    },
  },
  {
    name: 'a resource that comes to be as declared',
    because: 'wait_ms has it awaited',
    say: (good) => ({
      body: {
        ...good.request('lab.pull'),
        // An identifier of its own: the lab counts the looks at each.
        resources: [
          lever({ identifier: crypto.randomUUID(), wait_ms: 8000, metadata: { actual: 'off', from_look: 3 } }),
        ],
      },
    }),
    expects: { http: 200, outcome: { status: 'fulfilled', effect: 'applied' } },
  },
  {
    name: 'a resource that takes longer to look at than its type may',
    because: 'late is never taken for fine',
    say: (good) => ({
      body: { ...good.request('lab.act'), resources: [{ ...lever({ metadata: { took_ms: 2000 } }), type: 'dial' }] },
    }),
    expects: {
      http: 503,
      outcome: { status: 'rejected', effect: 'none', error: { code: 'precheck_timeout', retry_after_ms: 1000 } },
      headers: { 'retry-after': '1', 'x-mcp-resource-status': 'unchecked' },
    },
  },
  {
    name: 'a dry run',
    because: 'everything up to the precheck, and nothing acted on',
    say: (good) => ({ body: { ...withIntent(good, 'lab.pull', { mode: 'dry_run' }), resources: [lever()] } }),
    expects: {
      http: 200,
      outcome: { status: 'fulfilled', effect: 'none', result: { dry_run: true, target: 'lab', timeout_ms: 30_000 } },
      headers: { 'x-mcp-resource-status': 'valid' },
    },
  },
];

const PROGRESS: readonly Scenario[] = [
  {
    name: 'progress',
    because: 'all of it, in order, before the outcome',
    say: (good) => ({ body: withIntent(good, 'system.sleep', {}, { ms: 100, steps: 10 }) }),
    expects: { http: 200, outcome: { status: 'fulfilled', result: { slept_ms: 100 } }, progress: steps(10) },
  },
  {
    name: 'progress, then a deadline',
    because: 'what was told stays told, and the outcome says what came of it',
    say: (good) => ({ body: withIntent(good, 'lab.read', { timeout_ms: 1050 }, { do: 'tell', ms: 70_000 }) }),
    expects: {
      http: 504,
      outcome: { status: 'rejected', effect: 'none', error: { code: 'deadline_exceeded' } },
      progress: [{ message: 'told 1', data: '' }],
    },
  },
];

export const FULFILLED: readonly Scenario[] = [...ECHOES, ...CAPABILITIES, ...CONTEXTS, ...RESOURCES, ...PROGRESS];
