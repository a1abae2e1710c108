import type { WaybillRequest } from '../../../contracts/request.ts';
import { testSettings } from '../../open-test-service.ts';
import { type Attack, byFrame, byHttp } from '../attack.ts';

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'] as const;
const POLLUTION = '{"__proto__":{"admin":true}}';
const withPayload = (request: WaybillRequest, payload: string) =>
  JSON.stringify(request).replace('"payload":{}', `"payload":${payload}`);
const v1 = { v1: { domain: 'v1', actions: new Map() } };
const named = (request: WaybillRequest, type: string, subType?: string) => ({
  ...request,
  intent: { type, ...(subType !== undefined && { sub_type: subType }) },
});

export const PROTOTYPE_ATTACKS: readonly Attack[] = [
  {
    attack: '__proto__ in the payload',
    send: byHttp((good) => ({ body: withPayload(good.request(), POLLUTION) })),
    expected: 'invalid_request',
    because: 'it would reach the prototype of whatever it is copied to',
  },
  {
    attack: '__proto__ in the payload, spelt with an escape',
    send: byHttp((good) => ({ body: withPayload(good.request(), '{"\\u005f_proto__":{"admin":true}}') })),
    expected: 'invalid_request',
    because: 'as above',
  },
  {
    attack: 'constructor.prototype in the payload',
    send: byHttp((good) => ({ body: withPayload(good.request(), '{"constructor":{"prototype":{"admin":true}}}') })),
    expected: 'invalid_request',
    because: 'the other way to the same place',
  },
  {
    attack: '__proto__ in the envelope',
    send: byHttp((good) => ({ body: JSON.stringify(good.request()).replace('{', `{${POLLUTION.slice(1, -1)},`) })),
    expected: 'invalid_request',
    because: 'as above',
  },
  {
    attack: '__proto__ in X-Client-Capabilities',
    send: byHttp((good) => ({
      headers: {
        'x-client-capabilities': JSON.stringify(good.request().client_capabilities).replace(
          '{',
          `{${POLLUTION.slice(1, -1)},`,
        ),
      },
      body: { ...good.request(), client_capabilities: undefined },
    })),
    expected: 'invalid_request',
    because: 'JSON is JSON, wherever it stands',
  },
  {
    attack: '__proto__ in a frame',
    send: byFrame((good) => `{"id":1,"request":${withPayload(good.request(), POLLUTION)}}`),
    expected: 'invalid_request',
    because: 'frames are read as bodies are',
  },
  {
    attack: '__proto__ beside the request of a frame',
    send: byFrame((good) => `{"id":1,"__proto__":{"admin":true},"request":${JSON.stringify(good.request())}}`),
    expected: 'invalid_request',
    because: 'frames are read as bodies are',
  },
  {
    attack: '__proto__ in the arguments of a v1 action',
    send: byHttp(() => ({ path: '/mcp/v1', body: `{"session_id":"s","action":"system.echo","args":${POLLUTION}}` })),
    settings: v1,
    expected: 'invalid_request',
    because: 'old clients get no more than new ones',
  },
  {
    attack: '__proto__ in a wish for context ids',
    send: byHttp(() => ({ path: '/mcp/v2/contexts', body: '{"domain":"a","business_key":"k","__proto__":{}}' })),
    expected: 'invalid_request',
    because: 'the mint is held to the same',
  },
  ...NAMES.map(
    (name): Attack => ({
      attack: `the intent ${name}`,
      send: byHttp((good) => ({ body: named(good.request(), name) })),
      expected: 'no_route',
      because: 'intents are looked up in a map, which inherits nothing',
    }),
  ),
  {
    attack: 'the intent system.__proto__',
    send: byHttp((good) => ({ body: named(good.request(), 'system', '__proto__') })),
    expected: 'no_route',
    because: 'as above',
  },
  ...NAMES.map(
    (name): Attack => ({
      attack: `the resource type ${name}`,
      send: byHttp((good) => ({
        body: { ...good.request('lab.act'), resources: [{ type: name, identifier: 'a', state: 'on' }] },
      })),
      expected: 'invalid_request',
      because: 'resource types are looked up in a map',
    }),
  ),
  ...NAMES.map(
    (name): Attack => ({
      attack: `the v1 action ${name}`,
      send: byHttp(() => ({ path: '/mcp/v1', body: { session_id: 's', action: name, args: {} } })),
      settings: v1,
      expected: 'no_route',
      because: 'actions are looked up in a map',
    }),
  ),
  {
    attack: 'the encoding constructor',
    send: byHttp((good) => {
      const request = good.request();
      return {
        body: {
          ...request,
          client_capabilities: { ...request.client_capabilities, preferred_encoding: 'constructor' },
        },
      };
    }),
    expected: 'invalid_request',
    because: 'encodings are a closed list',
  },
  {
    attack: 'the lifecycle __proto__',
    send: byHttp((good) => ({
      body: { ...good.request(), context: { ...good.request().context, lifecycle: '__proto__' } },
    })),
    expected: 'invalid_request',
    because: 'lifecycles are a closed list',
  },
  {
    attack: 'an id of the domain constructor, which nobody minted',
    send: byHttp((good) => ({
      body: {
        ...good.request(),
        context: {
          id: `constructor-${Math.floor(Date.now() / 60_000) * 60_000}-001-${'0'.repeat(16)}`,
          business_key: 'k',
        },
      },
    })),
    settings: { context: { ...testSettings().context, domains: new Map([['login-flow', { maxAgeMs: 60_000 }]]) } },
    expected: 'context_hash_mismatch',
    because: 'policies of domains are looked up in a map',
  },
];
